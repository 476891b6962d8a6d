// Sets the theme before the first paint. A file of its own and blocking: the content policy allows no
// inline script, and a module would come after a flash of the wrong theme. The choice itself is read
// and written in src/web/app/theme.ts; what it means for the page is decided only here.
(() => {
  const wantsLight = matchMedia('(prefers-color-scheme: light)');
  const apply = () => {
    let choice = null;
    try {
      choice = localStorage.getItem('greenroom-theme');
    } catch {
      // Storage may be forbidden; the default theme then stands.
    }
    const light = choice === 'light' || (choice === 'system' && wantsLight.matches);
    document.documentElement.dataset.theme = light ? 'light' : 'dark';
    document.querySelector('meta[name="theme-color"]').content = light ? '#f8fbf5' : '#090d0a';
  };
  apply();
  wantsLight.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('greenroom-theme', apply);
})();
