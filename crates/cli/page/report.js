// Shows the page that `faro audit --html` writes inside this page, in a shadow root with its own style.

import { el } from './dom.js';
import { part } from './plain.js';

// The style is a style sheet made by a script, because the policy of the page forbids style in markup. The verdict is hidden
// here, because it is shown above.
const HERE = 'body { margin: 0; padding: 0; max-width: none; font: inherit } h1, .verdict { display: none } table { display: block; overflow-x: auto }';

export class Report {
  constructor() {
    this.root = el('section', { class: 'report', 'aria-label': 'Report', tabindex: '0', hidden: true });
    this.shadow = this.root.attachShadow({ mode: 'open' });
  }

  show(html) {
    const styles = [];
    const plain = html.replace(/<style>([^<]*)<\/style>/g, (_, rules) => { styles.push(rules); return ''; });
    this.shadow.adoptedStyleSheets = [...styles, HERE].map((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      return sheet;
    });
    const { body } = new DOMParser().parseFromString(plain, 'text/html');
    // Advice is rewritten with the names of the page's fields.
    for (const advice of body.querySelectorAll('li')) {
      const text = part(advice.textContent);
      if (text === null) advice.remove();
      else if (text !== advice.textContent) advice.textContent = text;
    }
    this.shadow.replaceChildren(document.adoptNode(body));
    this.root.hidden = false;
  }

  clear() {
    this.root.hidden = true;
    this.shadow.replaceChildren();
  }
}
