// The script of all pages: a form is sent while somebody types, and what has changed in the page that comes back
// is put into the one that is open.  No framework; without it the form is sent by its buttons.
(() => {
  try {
    const theme = localStorage.getItem("jamfold-theme"); // before anything is seen
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // A browser that keeps nothing has the colours of its system.
  }
  const PAUSE = 150; // milliseconds without a key until a form is sent
  const FOLLOW = [100, 200, 400]; // until a job is looked at again, the last one from then on
  const AGAIN = 2000; // until a server that does not answer is asked again
  const TAB = String(Math.random()).slice(2); // a job is stopped when no tab looks at it
  let form, waiting, asking, posting = false, lookedUp, looks = 0;

  // ---- What has changed.

  const own = new Set(["data-held", "open", "data-picked"]);

  // `sent` is what a field held when the page was asked for: what was typed since stays.
  function putValue(old, fresh, all) {
    if (!old.matches("input, textarea, select") || old.form !== form || !old.name) return; // what is not sent stays
    const name = old.type === "checkbox" ? "checked" : "value";
    if (all || old[name] === old.sent) old[name] = old.sent = fresh[name];
  }

  const isSelected = (field) =>
    field === document.activeElement && field.value && field.selectionEnd - field.selectionStart === field.value.length;

  function put(old, fresh, all) {
    if (old.nodeType !== 1) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    if (old.hasAttribute("data-presets")) return; // a menu that the script has made
    if (fresh.hasAttribute("data-hold") && old.firstElementChild) {
      old.setAttribute("data-held", ""); // the last answer stays, paler, until there is another
      return;
    }
    const text = document.getElementById(old.dataset?.paints);
    if (text && !all && (painting || text.value !== text.sent)) return; // what was painted since stays
    old.removeAttribute("data-held");
    for (const { name } of [...old.attributes]) if (!own.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
    const before = isSelected(old) && old.value;
    const isHidden = old.type === "hidden" && old.form === form; // whose value is its attribute
    for (const { name, value } of fresh.attributes)
      if (old.getAttribute(name) !== value && !(isHidden && name === "value")) old.setAttribute(name, value);
    putChildren(old, fresh, all);
    putValue(old, fresh, all);
    if (before && before !== old.value) old.select(); // what somebody is about to type over stays selected
  }

  // What has gone is taken out first, so that what stays is not moved: that would take the focus from it.
  function putChildren(old, fresh, all) {
    const stays = new Set([...fresh.children].map((child) => child.id));
    for (const child of [...old.children]) if (child.id && !stays.has(child.id)) child.remove();
    let place = old.firstChild;
    for (const item of [...fresh.childNodes]) {
      const match = item.id && [...old.children].find((child) => child.id === item.id);
      if (match && match !== place) {
        old.insertBefore(match, place);
        place = match;
      }
      const same = place && place.nodeName === item.nodeName && (place.id || "") === (item.id || "");
      if (same) {
        const next = place.nextSibling;
        put(place, item, all);
        place = next;
      } else old.insertBefore(document.importNode(item, true), place);
    }
    for (let gone; (gone = place); ) {
      place = gone.nextSibling;
      if (all || !gone.isGrown) gone.remove(); // a row that came after the page was asked for stays
    }
  }

  // ---- Asking.

  // The page is asked for once more in so many milliseconds; of several reasons the last one counts.
  function later(act, milliseconds) {
    clearTimeout(waiting);
    waiting = setTimeout(() => { waiting = 0; act(); }, milliseconds);
  }

  // An address of this page, with the jobs that it shows now.
  const withJobs = (address) => {
    const url = new URL(address, location.href);
    document.querySelectorAll("[data-job]").forEach((region) => url.searchParams.append("job", region.dataset.job));
    return url.href;
  };

  const typed = () => `${form.action.split("?")[0]}?${new URLSearchParams(new FormData(form))}`;

  const GONE = "Cannot reach jamfold. Is it still running? Your input is kept.";
  const LOCKED = "jamfold was restarted. To continue here, open the link it printed in this browser. Your input is kept.";

  // The one line of an error, at the end of a part of the page; without words there is none.
  function showError(id, className, words, end) {
    const line = document.getElementById(id) || document.createElement("p");
    if (!words) line.remove();
    else if (line.textContent !== words) end.append(Object.assign(line, { id, className, role: "alert", textContent: words }));
  }

  const offline = (words) => showError("offline", "offline", words, document.body);
  const complain = (words) => showError("posted-error", "error", words, document.querySelector("[data-drop]"));

  // Ask for the page at an address, made when it is asked for, and put in what has changed; `how`: the address is
  // replaced, pushed or stays.  A POST is never cut off: what is asked meanwhile waits.
  async function ask(address, { how = "replace", all = false, focus = false, body } = {}) {
    clearTimeout(waiting);
    waiting = 0;
    if (posting) return later(() => ask(address, { how, all, focus, body }), PAUSE);
    if (asking) asking.abort();
    posting = Boolean(body);
    const request = (asking = new AbortController());
    form.querySelectorAll("[data-grows] > tr").forEach((row) => { row.isGrown = false; });
    form.querySelectorAll("input, textarea, select").forEach((field) => { field.sent = field.type === "checkbox" ? field.checked : field.value; });
    let text, status;
    try {
      const answer = await fetch(address(), { signal: request.signal, headers: { "X-Tab": TAB }, ...(body && { method: "POST", body }) });
      ({ status } = answer);
      text = await answer.text();
      if (body && !answer.ok) { complain(text); ready(); return; }
      if (!answer.ok) throw new Error(text);
    } catch {
      if (request.signal.aborted) return;
      offline(status === 401 ? LOCKED : GONE);
      if (how !== "stay") history.replaceState(null, "", typed());
      return later(() => ask(address, { how, all, focus, body }), AGAIN);
    } finally {
      if (body) posting = false;
    }
    if (request.signal.aborted) return;
    offline("");
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const main = fresh.querySelector("main");
    if (!main || !main.querySelector("#form")) { location.assign(address()); return; }
    document.title = fresh.title;
    put(document.querySelector("main"), main, all);
    const target = main.dataset.address;
    if (how !== "stay" && target !== location.pathname + location.search) history[`${how}State`](null, "", target);
    if (focus) document.querySelector("main [aria-invalid=true]")?.focus();
    ready();
  }

  const send = (button, more) => ask(() => withJobs(button?.name ? `${typed()}&${new URLSearchParams({ [button.name]: button.value })}` : typed()), more);

  // A link with data-why opens the panel beside the page with its words, and closes it again; the focus goes there
  // and comes back.
  let opener;

  async function explain(link) {
    const field = document.getElementById("why-asked");
    const isOpen = link.getAttribute("aria-expanded") === "true";
    opener = link.dataset.why ? link : (opener?.isConnected && opener) || document.querySelector("article [aria-expanded=true]");
    field.value = isOpen ? "" : link.dataset.why;
    await send(null, { how: "push" });
    const panel = document.getElementById("why");
    if (field.value) opener.closest("article").scrollIntoView({ block: "nearest" });
    (panel || opener)?.focus({ preventScroll: true });
  }

  // After every answer: a job that runs is looked at again; one cell of a group takes the Tab key.
  function ready() {
    const job = FOLLOW[Math.min(looks++, FOLLOW.length - 1)];
    const follow = [...document.querySelectorAll("[data-follow]")].map((region) => Number(region.dataset.follow) || job);
    if (!follow.length) looks = 0;
    else if (!waiting) later(() => send(), Math.min(...follow)); // else what was typed meanwhile is sent

    document.querySelectorAll("[data-tip]").forEach((group) => {
      const cells = [...group.querySelectorAll("[data-words]")];
      const picked = cells.find((cell) => cell.hasAttribute("data-picked"));
      cells.forEach((cell) => { cell.tabIndex = cell === (picked || cells[0]) ? 0 : -1; });
      if (picked) document.getElementById(group.dataset.tip).textContent = picked.dataset.words;
    });
    const why = document.getElementById("why-asked")?.value;
    document.querySelectorAll("article [data-why]").forEach((link) => { link.ariaExpanded = String(link.dataset.why === why); });
    const name = document.querySelector("[data-shows]")?.dataset.shows;
    const cell = name !== lookedUp && document.querySelector(`[data-tip] [data-hand="${name}"]`);
    if (cell) tell({ target: cell }); // a hand that was looked up is the one that is picked
    if (cell || !name) lookedUp = name;
    document.querySelectorAll(".scroll").forEach((region) => {
      if (region.scrollWidth > region.clientWidth) region.tabIndex = 0;
      else region.removeAttribute("tabindex");
    });
  }

  // ---- Sending files and texts: in pieces that fit into a request, then the form that has them read.

  const PIECE = 192 * 1024;

  async function piece(address, name, body) {
    const answer = await fetch(address, { method: "POST", body }).catch(() => {
      throw new Error(`'${name}' cannot be read: it is a folder, or it has changed.`);
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  }

  async function post(files) {
    const posted = document.getElementById("posted");
    const target = withJobs(posted.action);
    const where = `${location.pathname}/upload`;
    const data = new FormData(posted);
    data.delete("files");
    try {
      if (files.length) data.set("upload", await piece(where, "", null));
      for (const file of files) {
        const name = file.webkitRelativePath || file.from || file.name;
        for (let start = 0; start < file.size || start === 0; start += PIECE)
          await piece(`${where}/${data.get("upload")}?name=${encodeURIComponent(name)}`, name, file.slice(start, start + PIECE));
      }
    } catch (error) {
      return complain(error.message);
    }
    await ask(() => target, { how: "push", body: data });
    if (!document.getElementById("posted-error")) posted.reset();
  }

  // All files that were dropped, those of folders among them.
  async function dropped(items) {
    const all = async (entry) => {
      if (entry.isFile) return [Object.assign(await new Promise((done, failed) => entry.file(done, failed)), { from: entry.fullPath.slice(1) })];
      const reader = entry.createReader();
      const children = [];
      for (let batch; (batch = await new Promise((done, failed) => reader.readEntries(done, failed))).length;) children.push(...batch);
      return (await Promise.all(children.map(all))).flat();
    };
    const entries = [...items].map((item) => item.webkitGetAsEntry?.() || item.getAsFile()).filter(Boolean);
    return (await Promise.all(entries.map((entry) => (entry instanceof File ? [entry] : all(entry))))).flat();
  }

  function onDrag(event) {
    if (!document.querySelector("[data-drop]") || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (event.type === "drop") dropped(event.dataTransfer.items).then(post, (error) => complain(error.message));
  }

  function onPaste(event) {
    const button = event.target instanceof Element && document.getElementById(event.target.dataset.paste);
    if (button) setTimeout(() => button.form.requestSubmit(button));
  }

  // ---- What somebody does.

  // An empty row follows a table that grows as soon as its last row is filled, not with the answer.
  function grow(row) {
    const next = row.cloneNode(true);
    for (const input of next.querySelectorAll("input")) {
      input.value = input.sent = "";
      for (const name of ["aria-label", "placeholder"])
        input.setAttribute(name, input.getAttribute(name).replace(/\d+$/, (number) => Number(number) + 1));
    }
    for (const cell of next.querySelectorAll("td:not(:has(input))")) cell.replaceChildren();
    next.isGrown = true;
    row.after(next);
  }

  function onInput(event) {
    const last = event.target.closest("[data-grows] > tr:last-child");
    if (last && event.target.name === "stacks" && event.target.value.trim()) grow(last);
    if (event.type === "change" && event.target.type === "file") { post([...event.target.files]); return; }
    if (!form || event.target.form !== form || event.target.closest("[data-later]")) return;
    const share = event.target.dataset.percentOf;
    if (share) { fill(share, Number(event.target.value) ? `${Number(event.target.value)}%` : ""); return; }
    if (event.type === "change" && !event.target.matches("select, [type=checkbox]")) return;
    later(() => send(), PAUSE);
  }

  function onSubmit(event) {
    if (event.target.id === "posted") {
      event.preventDefault();
      post([...event.target.elements].flatMap((field) => [...(field.files || [])]));
    }
    if (event.target !== form) return;
    event.preventDefault();
    const button = event.submitter;
    send(button, { how: "push", focus: button?.role !== "tab" });
  }

  function flash(button, words) {
    const before = button.textContent;
    button.textContent = words;
    setTimeout(() => { button.textContent = before; }, 1500);
  }

  function onClick(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (!target) return;
    const copy = target.closest("[data-copy]");
    if (copy) {
      navigator.clipboard.writeText(copy.dataset.copy || location.href);
      flash(copy, "Copied");
    }
    const picture = target.closest("[data-picture]");
    if (picture) {
      import("/assets/picture.js").then((module) => module.copyPicture(picture.dataset.picture)).then((words) => flash(picture, words));
    }
    const cell = paintCell(event);
    if (cell && !event.detail) {
      paint(cell, cell.getAttribute("aria-pressed") !== "true");
      painted(cell.closest("[data-paints]"));
    }
    const example = target.closest("[data-fills]");
    if (example) fill(example.dataset.fills, example.dataset.text);
    const card = target.closest("[data-picks] [data-card]");
    if (card) pick(card);
    const link = target.closest("main a[href]");
    const url = link && new URL(link.getAttribute("href"), location.href); // a link in a picture has no pathname
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.button;
    if (link?.dataset.why !== undefined && isPlain && document.getElementById("why-asked")) {
      event.preventDefault();
      explain(link);
    } else if (form && link && isPlain && !link.hasAttribute("download") && url.pathname === new URL(form.action).pathname) {
      event.preventDefault();
      ask(() => withJobs(url.href), { how: "push", all: true });
    }
  }

  // A click on a deck puts a card into the field that the deck is for, or takes it out; a full one begins anew
  // where the deck says so.
  function pick(card) {
    const deck = card.closest("[data-picks]");
    const field = document.getElementById(deck.dataset.picks);
    const name = card.dataset.card;
    const cards = /^(?:(?:jo(?:kers?)?|jkr?|[2-9TJQKA][cdhs])[\s,]*)*$/i.test(field.value.trim()) ? field.value : ""; // a range gives way
    const chosen = (cards.match(/jo(?:kers?)?|jkr?|[2-9TJQKA][cdhs]/gi) || []).map((text) => (/^j[ok]/i.test(text) ? "Joker" : text));
    let more = card.getAttribute("aria-pressed") === "true" ? chosen.toSpliced(chosen.indexOf(name), 1) : [...chosen, name];
    if (more.length > Number(deck.dataset.most)) {
      if (!("anew" in deck.dataset)) return;
      more = [name];
    }
    const left = [...more];
    deck.querySelectorAll("[data-card]").forEach((button) => {
      const place = left.indexOf(button.dataset.card);
      if (place >= 0) left.splice(place, 1);
      button.setAttribute("aria-pressed", String(place >= 0));
    });
    fill(field.id, more.join(" "));
  }

  // Put a text into a field as if it had been typed.
  function fill(id, text) {
    const field = document.getElementById(id);
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // ---- Squares to paint: press or drag, or the space bar; what is painted is written when the pointer is lifted.

  let painting = null;
  const paintCell = (event) => event.target instanceof Element && event.target.closest("[data-paints] button");
  const paint = (cell, on) => {
    cell.setAttribute("aria-pressed", String(on));
    cell.className = on ? "part-10" : "part-0";
  };
  // The parts of a range: commas inside brackets separate none.
  function parts(text) {
    let depth = 0;
    const marked = [...text].map((sign) => {
      depth += "([".includes(sign) - ")]".includes(sign);
      return sign === "," && !depth ? "\n" : sign;
    });
    return marked.join("").split("\n").map((part) => part.trim()).filter(Boolean);
  }

  function painted(square) {
    const cells = [...square.querySelectorAll("button:not([aria-pressed=false])")];
    const names = new Set([...square.querySelectorAll("button")].map((cell) => cell.dataset.hand));
    const isBeside = "beside" in square.dataset; // patterns: what else the text holds stays
    const rest = isBeside ? parts(document.getElementById(square.dataset.paints).value).filter((part) => !names.has(part.split("@")[0])) : [];
    const texts = cells.map((cell) => cell.dataset.hand + (cell.getAttribute("aria-pressed") === "true" ? "" : `@${cell.dataset.weight}`));
    if (!isBeside) document.getElementById("painted").value = square.dataset.paints; // the server says it in its shortest words
    fill(square.dataset.paints, [...texts, ...rest].join(","));
  }
  document.addEventListener("pointerdown", (event) => {
    const cell = paintCell(event);
    if (!cell || event.button) return;
    if (cell.hasPointerCapture(event.pointerId)) cell.releasePointerCapture(event.pointerId);
    painting = { square: cell.closest("[data-paints]"), on: cell.getAttribute("aria-pressed") !== "true", first: cell };
    paint(cell, painting.on);
  });
  document.addEventListener("pointerover", (event) => {
    const cell = painting && paintCell(event);
    if (cell && cell.closest("[data-paints]") === painting.square) paint(cell, painting.on);
  });
  document.addEventListener("pointerup", () => {
    if (painting) painted(painting.square);
    painting = null;
  });
  // A finger that scrolls has not meant to paint.
  document.addEventListener("pointercancel", () => {
    if (painting) paint(painting.first, !painting.on);
    painting = null;
  });

  const cellOf = (event) => event.target instanceof Element && event.target.closest("[data-tip] [data-words]");

  function tell(event) {
    const cell = cellOf(event);
    if (!cell) return;
    const group = cell.closest("[data-tip]");
    document.getElementById(group.dataset.tip).textContent = cell.dataset.words;
    group.querySelectorAll("[data-words]").forEach((item) => {
      item.toggleAttribute("data-picked", item === cell);
      item.tabIndex = item === cell ? 0 : -1;
    });
  }

  // A menu of ranges is made when it is opened.
  async function onToggle(event) {
    const menu = event.target;
    if (!menu.open || !menu.dataset?.presets) return;
    const { fillMenu } = await import("/assets/presets.js");
    fillMenu(menu, document.getElementById(menu.dataset.for), JSON.parse(menu.dataset.presets));
  }

  // The arrow keys walk in a row of tabs, and open them.
  function walked(event) {
    const tab = event.target instanceof Element && event.target.closest("[role=tab]");
    if (!tab) return;
    const tabs = [...tab.parentElement.children];
    const place = tabs.indexOf(tab);
    const target = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = tabs.at(target % tabs.length);
    next.focus();
    next.click();
  }

  const ACTS = { input: onInput, change: onInput, submit: onSubmit, dragover: onDrag, drop: onDrag, paste: onPaste, click: onClick, mouseover: tell, focusin: tell, keydown: walked };
  for (const [kind, act] of Object.entries(ACTS)) document.addEventListener(kind, act);
  document.addEventListener("toggle", onToggle, true);
  addEventListener("popstate", () => { if (form) ask(() => location.href, { how: "stay", all: true }); });
  document.addEventListener("DOMContentLoaded", () => {
    form = document.getElementById("form");
    if (form) ready();
    document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" }); // in a row that is too long
    const bar = document.querySelector("header.top");
    import("/assets/frame.js").then(({ pressKeys, stepInTable, takeTheme, walk }) => {
      takeTheme();
      pressKeys();
      walk(bar, "a"); // all of it is one stop of the Tab key
      document.addEventListener("keydown", (event) => { if (cellOf(event)) stepInTable(event, "[data-words]"); });
    });
  });
})();
