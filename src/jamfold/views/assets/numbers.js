// Numbers as people type them, read as `valuation/numbers.py` reads them.

const DECIMAL_COMMA = /^([1-9]\d{0,2}(?:\.\d{3})+|\d+),(\d+)\s*(bb|%|k)?$/i;
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+$/;
const THOUSANDS = /(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/g;
const AMBIGUOUS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;
const MOST_DECIMALS = 3; // of a decimal comma: 5000,3000 are two numbers

const bare = (words) => words.trim().replace(/^[$€£ ]+|[$€£ ]+$/g, "").replace(THOUSANDS, (group) => group.replaceAll(",", ""));

// The number that a text says, NaN where it says none: thousands may be parted by commas, 1.5k is 1500.
export function parseNumber(words) {
  const text = bare(words);
  const kilo = /^(\d{1,9}(?:\.\d{1,3})?)k$/i.exec(text);
  return kilo ? kilo[1] * 1000 : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? +text : NaN;
}

// What is wrong with a decimal comma, or with a point in an amount of chips or money that may part thousands; else nothing.
export function doubtOf(words, isAmount = true) {
  const text = bare(words);
  const match = DECIMAL_COMMA.exec(text);
  if (match) return `'${text.slice(0, 40)}' has a decimal comma: write ${`${match[1].replaceAll(".", "")}.${match[2]}${match[3] ?? ""}`.slice(0, 40)}.`;
  if (!isAmount || !AMBIGUOUS.test(text)) return "";
  const decimal = text.endsWith("0") ? `${+text}` : `${text}0`;
  const either = text.split(".").length === 2 ? ` or ${decimal}` : "";
  return `The point in '${text.slice(0, 40)}' may separate thousands: write ${text.replaceAll(".", "").slice(0, 40)}${either}.`;
}

// The numbers of a list without blanks: 50,30,20 are three, 10,5 is one with a decimal comma.
export function splitCommas(word) {
  const match = DECIMAL_COMMA.exec(word);
  return GROUPED.test(word) || (match && match[2].length <= MOST_DECIMALS) ? [word] : word.split(/,(?!\d{3}\b)/);
}
