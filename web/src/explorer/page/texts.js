// The texts of the pages in the language of the user: the one that was chosen here, or else the first of the browser's
// languages that there is.

import english from "./texts/en.js";

/** The languages that there are, by their names in addresses and in the browser. */
export const languages = ["en", "nl", "fr"];

const key = "dameo-language";

/** Returns what the user has chosen here, or null. A browser may forbid a page to remember. */
function chosenLanguage() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function wantedLanguage() {
  const wishes = [chosenLanguage(), ...navigator.languages].map((name) => name?.split("-")[0]);
  return wishes.find((name) => languages.includes(name)) ?? "en";
}

/** Returns the language and its texts; English if the others cannot be had. */
async function load(name) {
  const other = name === "en" ? null : await import(`./texts/${name}.js`).catch(() => null);
  return other ? [name, other.default] : ["en", english];
}

export const [language, texts] = await load(wantedLanguage());

const forms = new Intl.PluralRules(language);

/** Returns a text with its {values}. Of a text with forms, `count` chooses one. */
export function text(name, values = {}) {
  const found = texts[name];
  const form = typeof found === "string" ? found : (found[forms.select(values.count)] ?? found.other);
  return form.replace(/\{(\w+)\}/g, (_, value) => values[value]);
}

/**
 * Writes the texts into the page, which is hidden until then: data-text names an element's contents, data-label its
 * accessible name, data-placeholder what stands in an empty field. Lets the user choose another language.
 */
export function fillPage() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-text]")) {
    element.innerHTML = texts[element.dataset.text]; // ours, without values
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", texts[element.dataset.label]);
  }
  for (const element of document.querySelectorAll("[data-placeholder]")) {
    element.placeholder = texts[element.dataset.placeholder];
  }
  const choice = document.getElementById("language");
  choice.replaceChildren(...languages.map((name) => new Option(name.toUpperCase(), name, false, name === language)));
  choice.addEventListener("change", () => {
    try {
      localStorage.setItem(key, choice.value);
    } catch {
      // It is asked again the next time.
    }
    location.reload();
  });
  document.body.classList.remove("untold");
}
