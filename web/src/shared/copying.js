// The clipboard.

/**
 * Copies text, and returns whether it did. navigator.clipboard is there only on https and on this very machine; the old
 * command works elsewhere, if the browser still has it.
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = Object.assign(document.createElement("textarea"), { value: text, className: "visually-hidden" });
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    const copied = document.execCommand?.("copy") ?? false;
    area.remove();
    focused?.focus();
    return copied;
  }
}
