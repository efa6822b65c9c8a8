// Numbers as Python's format shows them.

// "+.4f" and ".2f": what lies in the middle goes to the even digit.
export function fixed(value, digits, sign = "") {
  const plus = sign && (value > 0 || Object.is(value, 0)) ? "+" : "";
  const [whole, places] = Math.abs(value).toFixed(digits + 30).split(".");
  const isMiddle = /^50*$/.test(places.slice(digits)) && "02468".includes(`${whole}${places.slice(0, digits)}`.at(-1));
  return plus + (isMiddle ? `${value < 0 ? "-" : ""}${whole}.${places.slice(0, digits)}`.replace(/\.$/, "") : value.toFixed(digits));
}

// ".5g": so many digits, without zeros at the end.
export function general(value, digits = 6) {
  const text = value.toExponential(digits - 1);
  const [mantissa, exponent] = text.split("e");
  if (+exponent >= -4 && +exponent < digits) return `${+value.toPrecision(digits)}`;
  const power = `${Math.abs(exponent)}`.padStart(2, "0");
  return `${+mantissa}e${exponent < 0 ? "-" : "+"}${power}`;
}
