// Sets the theme before the first paint. A blocking file of its own: the content policy allows no inline script, and a
// module would run after a flash of the wrong theme. src/web/shared/theme-menu.tsx reads and writes the choice; only this
// file applies it to the page.
(() => {
  const wantsLight = matchMedia('(prefers-color-scheme: light)');
  const paper = matchMedia('print');
  let printing = false;
  const apply = () => {
    let choice = null;
    let accent = null;
    try {
      choice = localStorage.getItem('greenroom-theme');
      accent = localStorage.getItem('greenroom-accent');
    } catch {
      // Storage may be blocked. The default theme then applies.
    }
    // Paper is light.
    const light = printing || paper.matches || choice === 'light' || (choice === 'system' && wantsLight.matches);
    document.documentElement.dataset.theme = light ? 'light' : 'dark';
    document.querySelector('meta[name="theme-color"]').content = light ? '#f8fbf5' : '#090d0a';
    // The hue that this shop had last. src/web/shared/shop-look.tsx writes it, and applies a new one.
    if (/^\d{1,3}$/.test(accent)) document.documentElement.style.setProperty('--accent-hue', accent);
  };
  apply();
  wantsLight.addEventListener('change', apply);
  paper.addEventListener('change', apply);
  for (const kind of ['beforeprint', 'afterprint']) {
    addEventListener(kind, () => {
      printing = kind === 'beforeprint';
      apply();
    });
  }
  addEventListener('storage', apply);
  addEventListener('greenroom-theme', apply);
})();
