// A list that is one stop of the Tab key. Within it two keys go from item to item.

/** Makes `items` of `list` such a list. keys: those that go to the previous and the next item. current: the first stop. */
export function rove(items, keys, current = items[0]) {
  for (const item of items) {
    item.tabIndex = item === current ? 0 : -1;
    item.addEventListener("focus", () => {
      for (const other of items) {
        other.tabIndex = other === item ? 0 : -1;
      }
    });
    item.addEventListener("keydown", (event) => {
      const step = keys.indexOf(event.key);
      if (step >= 0 && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        event.stopPropagation();
        items[items.indexOf(item) + (step === 0 ? -1 : 1)]?.focus();
      }
    });
  }
}
