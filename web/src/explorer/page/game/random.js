// A random position of a class, to be played out: the user says of which class, with what result, and how long.

import * as answers from "../answers.js";
import { make } from "../elements.js";
import { text } from "../texts.js";
import { classWords, errorWords } from "../words.js";

const $ = (id) => document.getElementById(id);

/** Calls begin(wish) when the user asks for a position: it rejects as answers.random does. */
export async function offerRandomPositions(begin) {
  $("random-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    $("random-error").textContent = "";
    const wish = { class: $("random-class").value, result: $("random-result").value };
    const plies = $("random-plies").value.trim();
    try {
      await begin(plies === "" || wish.result === "draw" ? wish : { ...wish, plies });
    } catch (error) {
      // Only the plies are written by hand.
      const isRange = /^(\d+|\d+-\d*|-\d+)$/.test(plies);
      const isBad = error.code === "bad_request";
      $("random-error").textContent = isBad ? text(isRange ? "impossible-plies" : "bad-plies") : errorWords(error);
    }
  });
  $("random-form").addEventListener("change", () => ($("random-error").textContent = ""));
  $("random-result").addEventListener("change", (event) => {
    $("random-length").hidden = event.target.value === "draw"; // which has no end
  });
  const classes = await answers.classes().catch(() => []);
  $("random-class").append(...classes.map(({ class: name }) => make("option", { value: name }, `${name}, ${classWords(name)}`)));
  $("random-class").value = classes.some(({ class: name }) => name === "KKvK") ? "KKvK" : (classes[0]?.class ?? "");
  $("random").hidden = classes.length === 0;
}
