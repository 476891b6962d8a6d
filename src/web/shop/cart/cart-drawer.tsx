import { CloudOff, RotateCcw, ShoppingCart } from 'lucide-react';
import { Link } from 'wouter';
import type { CartItem } from '#contract/cart.ts';
import { canConfirm } from '#domain/cart.ts';
import { IN_HOUSE } from '#domain/categories.ts';
import { SHIPPING_DAYS, SHIPPING_OPTIONS } from '#domain/constants.ts';
import { isInHouseBrand } from '#domain/inventory-item.ts';
import { formatPrice } from '#domain/money.ts';
import { counted } from '#domain/text.ts';
import { useContact } from '../../api/connection.ts';
import { useCatalogue } from '../../api/queries/catalogue.ts';
import { useShop } from '../../api/queries/settings.ts';
import { paths } from '../../browser/paths.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { Payment } from '../payment/payment.tsx';
import { CartLine } from './cart-line.tsx';
import { changeCart, closeCart, forgetOrderKey, refreshCart, useCart, usePieces } from './cart-store.ts';
import { CartTotals } from './cart-totals.tsx';
import { OrderNotes } from './order-notes.tsx';
import { OrderTakenDialog } from './order-taken-dialog.tsx';
import { useConfirmOrder } from './use-confirm-order.ts';

/** The cart (specification §2 "Cart drawer"): lines, shipping, notes, wallets, totals, and the way to the seller. */
export default function CartDrawer() {
  const { isOpen, cart, items, isLoaded, failure, orderKey } = useCart();
  const loss = useContact((contact) => contact.loss);
  const pieces = usePieces();
  const { confirm, isConfirming, taken, dismissTaken } = useConfirmOrder();
  const isBlocked = items.length > 0 && !canConfirm(items);

  return (
    <>
      <Drawer
        open={isOpen}
        onClose={closeCart}
        title="Your cart"
        aside={cart && counted(pieces)}
        footer={
          <div className="flex flex-col gap-3">
            {cart && <CartTotals cart={cart} />}
            {loss === 'offline' && items.length > 0 && (
              <p className="flex items-start gap-2 text-sm text-muted">
                <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0" />
                You are offline. Your cart is kept until you can confirm it.
              </p>
            )}
            {isBlocked && (
              <p role="status" className="text-sm text-danger-text">
                Please change or remove the marked items first.
              </p>
            )}
            <Button
              variant="primary"
              size="lg"
              wide
              busy={isConfirming}
              disabled={!canConfirm(items) || (!isLoaded && !failure)}
              onClick={() => void confirm()}
            >
              {isConfirming ? 'Confirming...' : 'Confirm Order'}
            </Button>
            <Button variant="ghost" onClick={closeCart} className="-mb-2 tracking-wide">
              CONTINUE SHOPPING
            </Button>
          </div>
        }
      >
        <div className="flex flex-col gap-4">
          {failure && <CartFailure {...failure} />}
          {orderKey && items.length === 0 && <PerhapsOrdered />}
          {cart ? <Lines items={items} /> : !failure && <LinesToCome />}
          {cart && <ShippingChoice option={cart.shippingOption} />}
          {cart && items.length > 0 && <OrderNotes notes={cart.notes} />}
          {/* Payment follows an order, when the cart is empty again. */}
          <Payment />
        </div>
      </Drawer>
      <OrderTakenDialog order={taken} onClose={dismissTaken} />
    </>
  );
}

const CartFailure = ({ message, needsRefresh }: { message: string; needsRefresh: boolean }) => (
  <Notice
    tone="danger"
    alert
    action={
      <Button size="sm" onClick={needsRefresh ? () => window.location.reload() : refreshCart}>
        <RotateCcw aria-hidden className="size-4" />
        {needsRefresh ? 'Refresh' : 'Try again'}
      </Button>
    }
  >
    {message}
  </Notice>
);

/** The answer to an order was lost, and the cart is empty since: the shop most likely has it. */
const PerhapsOrdered = () => (
  <Notice tone="warning" title="Your last order may have gone through.">
    No answer came when it was confirmed.{' '}
    <Link
      href={paths.receipts}
      className="link font-medium"
      onClick={() => {
        forgetOrderKey();
        closeCart();
      }}
    >
      Look at your receipts
    </Link>
  </Notice>
);

const LinesToCome = () => (
  <div role="status" aria-label="Loading cart" className="flex flex-col gap-3">
    <Skeleton className="h-18" />
    <Skeleton className="h-18" />
  </div>
);

const Lines = ({ items }: { items: readonly CartItem[] }) => {
  const products = useCatalogue().data?.products;
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<ShoppingCart />}
        title="Your cart is empty"
        text="What you add will wait for you here."
        className="py-12"
      />
    );
  }
  const remove = (item: CartItem, line: HTMLElement) => {
    focusBeside(line);
    const product = products?.find(({ id }) => id === item.productId);
    changeCart({ kind: 'remove', productId: item.productId });
    toast({
      title: `${item.productName} removed`,
      ...(product && {
        action: {
          label: 'Undo',
          onSelect: () => changeCart({ kind: 'restore', product, quantity: item.quantity }),
        },
      }),
    });
  };
  const clear = (button: HTMLElement) => {
    button.closest('dialog')?.focus();
    const { unsentNotes, cart } = useCart.getState();
    const notes = unsentNotes ?? cart?.notes ?? '';
    changeCart({ kind: 'clear' });
    const putBack = () => {
      for (const item of items) {
        const product = products?.find(({ id }) => id === item.productId);
        if (product) changeCart({ kind: 'restore', product, quantity: item.quantity });
      }
      if (notes) changeCart({ kind: 'notes', notes });
    };
    toast({ title: 'Cart cleared', action: { label: 'Undo', onSelect: putBack } });
  };
  return (
    <div>
      <ul aria-label="Items">
        {items.map((item) => (
          <CartLine
            key={item.productId}
            item={item}
            category={isInHouseBrand(item.productBrand) ? IN_HOUSE : item.productCategory}
            onQuantity={(quantity) => changeCart({ kind: 'quantity', productId: item.productId, quantity })}
            onRemove={(line) => remove(item, line)}
          />
        ))}
      </ul>
      {items.length > 1 && (
        <Button variant="ghost" size="sm" onClick={(event) => clear(event.currentTarget)} className="-mx-2 mt-1">
          Clear cart
        </Button>
      )}
    </div>
  );
};

/** A line takes the focus with it when it goes: the next one gets it, or the one before, else the cart. */
const focusBeside = (line: HTMLElement): void => {
  const beside = line.nextElementSibling ?? line.previousElementSibling;
  const to = beside?.querySelector<HTMLElement>('[aria-label^="Remove "]') ?? line.closest('dialog');
  to?.focus();
};

const SHIPPING_NAMES = { standard: 'Standard', express: 'Express' } as const;

const ShippingChoice = ({ option }: { option: (typeof SHIPPING_OPTIONS)[number] }) => {
  const { shipping } = useShop();
  return (
    <RadioCards
      label="Shipping"
      value={option}
      onChange={(chosen) => changeCart({ kind: 'shipping', option: chosen })}
      options={SHIPPING_OPTIONS.map((value) => ({
        value,
        title: SHIPPING_NAMES[value],
        text: SHIPPING_DAYS[value],
        figure: formatPrice(shipping[value]),
      }))}
    />
  );
};
