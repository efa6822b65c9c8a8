// A list that somebody keeps in this browser under a name, or until the page is left where a browser keeps nothing.

export const VERSION = 1;

export class KeptList {
  #format; // its name in the browser, and the format of its files
  #key; // the list's name in the text
  #isSound;
  #words; // what: whose list it is; nothing: what is said where a browser keeps nothing
  #sitting = null; // the list, where the browser keeps none
  #damage = ""; // what has not been said yet of a damaged store

  constructor(format, key, isSound, words) {
    [this.#format, this.#key, this.#isSound, this.#words] = [format, key, isSound, words];
  }

  // Everything that is kept.
  all() {
    if (this.#sitting) return this.#sitting;
    let text = null;
    try {
      text = localStorage.getItem(this.#format);
    } catch {
      return [];
    }
    if (text === null) return [];
    const found = this.#listIn(text);
    const sound = (found || []).filter(this.#isSound);
    if (!found || sound.length < found.length) this.#setAside(text, sound);
    return sound;
  }

  // Keeps a list in place of the one before; what is to be said of it, or nothing.
  write(list) {
    if (!this.#sitting) {
      try {
        localStorage.setItem(this.#format, this.fileText(list));
        return "";
      } catch {
        // Said below.
      }
    }
    this.#sitting = list;
    return this.#words.nothing;
  }

  fileText(list) {
    return JSON.stringify({ format: this.#format, version: VERSION, [this.#key]: list });
  }

  // What is to be said of a damaged store, once.
  damaged() {
    const words = this.#damage;
    this.#damage = "";
    return words;
  }

  // The list of a text, whatever it holds; null where there is none.
  #listIn(text) {
    try {
      const list = JSON.parse(text)[this.#key];
      return Array.isArray(list) ? list : null;
    } catch {
      return null;
    }
  }

  // A damaged store stays under another name; what is sound of it goes on.
  #setAside(text, sound) {
    const name = `${this.#format}-damaged-${Date.now()}`;
    const words = `What this browser kept of ${this.#words.what} is damaged: ${sound.length} of them can be read`;
    try {
      localStorage.setItem(name, text);
      localStorage.setItem(this.#format, this.fileText(sound));
      this.#damage = `${words}; the whole is set aside as “${name}”.`;
    } catch {
      this.#sitting = sound; // nothing is written over
      this.#damage = `${words}. ${this.#words.nothing}`;
    }
  }
}
