// Keys that work wherever the focus is, but in text that is being written, and in the help.

/** Returns whether the element takes letters itself. */
const isText = (element) => element.matches("input:not([type=radio]), textarea");

/**
 * steps: functions by key, for going through the line. Arrows on the board go from square to square if walksBoard().
 * Other keys: functions by key, always.
 */
export function listen({ steps, others, isPlaying, walksBoard }) {
  const stepsAnywhere = { ",": steps.ArrowLeft, ".": steps.ArrowRight };
  addEventListener(
    "keydown",
    (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || isText(target) || target.closest("dialog")) {
        return;
      }
      const onBoard = target.closest("[role=grid]") && walksBoard();
      const step = stepsAnywhere[key] ?? (onBoard ? undefined : steps[key]);
      const action = others[key] ?? (isPlaying() ? step : undefined);
      if (action) {
        event.preventDefault();
        event.stopPropagation(); // radio buttons and lists would take arrows, too
        action();
      }
    },
    { capture: true },
  );
}
