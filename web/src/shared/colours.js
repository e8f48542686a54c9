// Light or dark colours: as the system has them, until the user switches. A script of its own in the head, no module:
// it runs before anything is drawn.
"use strict";
(() => {
  const key = "dameo-colours";
  const dark = document.querySelector("link[href$='dark.css']");
  const system = matchMedia("(prefers-color-scheme: dark)");

  /** What the user has chosen, "dark" or "light"; null: as the system. A browser may forbid a page to remember. */
  let chosen = null;
  try {
    chosen = localStorage.getItem(key);
  } catch {
    // As the system.
  }

  const isDark = () => (chosen === null ? system.matches : chosen === "dark");

  function show() {
    dark.media = chosen === null ? "(prefers-color-scheme: dark)" : chosen === "dark" ? "all" : "not all";
    document.getElementById("dark-colours")?.setAttribute("aria-pressed", isDark());
  }

  function change() {
    const wanted = isDark() ? "light" : "dark";
    chosen = (wanted === "dark") === system.matches ? null : wanted;
    try {
      chosen === null ? localStorage.removeItem(key) : localStorage.setItem(key, chosen);
    } catch {
      // Until the page is left.
    }
    show();
  }

  show();
  system.addEventListener("change", show);
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("dark-colours");
    button.hidden = false; // without this script it would do nothing
    button.addEventListener("click", change);
    show();
  });
})();
