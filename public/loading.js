// Says so if the scripts of the page do not come, or this browser cannot read them (behavior 11.14). A file of its own in
// the oldest JavaScript, so that it works where they do not.
// biome-ignore-all lint/complexity/useArrowFunction: old browsers do not know arrows
(function () {
  var FAILED =
    'The shop could not be loaded. This browser may be too old for it, or something blocks its scripts. ' +
    'Reload the page, allow scripts, or try another browser.';
  var SLOW =
    'Loading... This takes longer than usual. If nothing happens, reload the page, allow scripts, or try another browser.';
  var SLOW_MS = 10000;
  var hasFailed = false;

  /** Once the page has begun to work, it says itself what fails. */
  var say = function (text) {
    var wait = document.getElementById('first-wait');
    if (wait && !hasFailed) wait.firstElementChild.textContent = text;
  };

  /** Asks once more for a style sheet that is lost: a page without it works, but is hard to read. */
  var reloadStyles = function (lost) {
    var again = document.createElement('link');
    again.rel = 'stylesheet';
    again.href = lost.href;
    again.setAttribute('data-again', '');
    lost.parentNode.replaceChild(again, lost);
  };

  var onError = function (event) {
    var target = event.target;
    if (target.tagName === 'LINK') {
      if (target.rel === 'stylesheet' && !target.hasAttribute('data-again')) reloadStyles(target);
    } else if (target === window || target.tagName === 'SCRIPT') {
      say(FAILED);
      hasFailed = true;
    }
  };

  addEventListener('error', onError, true);
  setTimeout(function () {
    say(SLOW);
  }, SLOW_MS);
})();
