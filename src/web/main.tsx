import './browser/content-policy.ts';
import './styles/main.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/app.tsx';
import { watchChunkLoadErrors } from './browser/chunk-load-error.ts';
import { lacksFeatures } from './browser/features.ts';
import { layerHistory } from './browser/layer-history.ts';
import { bringMovedNodesBack } from './browser/moved-nodes.ts';
import { onSignInElsewhere, removeLegacyToken } from './browser/storage.ts';
import { showCarriedToast } from './ui/toast.ts';

/**
 * While somebody composes a word, in Japanese, Chinese, Korean or with accents, keys belong to the word: Enter accepts it,
 * Escape drops it, and arrows choose. No control and no shortcut of the pages sees them. Safari sends the Enter that ends
 * composing after it, with the code of a key that belongs to a word.
 */
const keepKeysOfComposing = (): void => {
  const KEY_OF_WORD = 229;
  const keep = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === KEY_OF_WORD) event.stopImmediatePropagation();
  };
  for (const kind of ['keydown', 'keyup', 'keypress'] as const) window.addEventListener(kind, keep, { capture: true });
};

watchChunkLoadErrors();
keepKeysOfComposing();
bringMovedNodesBack();
// Before the pages listen: browsers call the listeners of the window in their order, and Back has to find what is open.
layerHistory();
removeLegacyToken();
onSignInElsewhere(() => window.location.reload());
showCarriedToast();

const showPage = () =>
  // As a transition, so that a slow device can respond between the pieces of the first rendering.
  startTransition(() =>
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <App queryClient={createQueryClient()} />
      </StrictMode>,
    ),
  );

// Not awaited at the top: the file shares code with this one, and both would wait for each other.
if (lacksFeatures()) {
  void import('./browser/stand-ins.ts').then(({ addStandIns }) => addStandIns()).finally(showPage);
} else showPage();
