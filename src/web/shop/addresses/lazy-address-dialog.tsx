import { lazyPart } from '../../ui/lazy-part.tsx';

/** The form is loaded when somebody opens it. */
export const AddressDialog = lazyPart(() => import('./address-dialog.tsx'));
