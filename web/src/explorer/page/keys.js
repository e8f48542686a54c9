// Keys that work wherever the focus is, but in text that is being written, and in the help.

/** Returns whether the element takes letters itself. */
const isText = (element) => element.matches("input:not([type=radio]), textarea");

/**
 * steps: functions by key, for going through the line. others: functions by key, always. On the board arrows go from
 * square to square instead, once the user has come there by Tab or an arrow that is no step, and until the next press of
 * a pointer.
 */
export function listen({ steps, others, isPlaying }) {
  let walksBoard = false;
  addEventListener("pointerdown", () => (walksBoard = false), { capture: true });
  const stepsAnywhere = { ",": steps.ArrowLeft, ".": steps.ArrowRight };
  addEventListener(
    "keydown",
    (event) => {
      const { key, target } = event;
      walksBoard ||= key === "Tab";
      if (event.ctrlKey || event.altKey || event.metaKey || isText(target) || target.closest("dialog")) {
        return;
      }
      const onBoard = target.closest("[role=grid]") !== null;
      walksBoard ||= onBoard && (key === "ArrowUp" || key === "ArrowDown" || (key in steps && !isPlaying()));
      const step = stepsAnywhere[key] ?? (onBoard && walksBoard ? undefined : steps[key]);
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
