// Passes a file or a text that is dropped on the page, or pasted outside its fields, to the view that is shown.

const isTyping = (target) => target.closest?.('input, textarea, select, dialog, [contenteditable]');

export function incoming(app) {
  const take = (given) => {
    const view = app.views[app.state.view];
    return view.take ? app.guard(view.take(given)) : app.say('Nothing was read: the table takes a list of cards, and Fair? takes decks.');
  };
  // Without this, the browser would open a dropped file in place of the page.
  addEventListener('dragover', (event) => { if (event.dataTransfer.types.includes('Files')) event.preventDefault(); });
  addEventListener('drop', (event) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    take(file);
  });
  addEventListener('paste', (event) => {
    const text = event.clipboardData.getData('text');
    if (isTyping(event.target) || !text.trim()) return;
    event.preventDefault();
    take(new Blob([text]));
  });
}
