import { ZoomIn, ZoomOut } from 'lucide-react';
import {
  type ComponentProps,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProductPicture } from '../pictures/product-picture.tsx';
import { Swipe, SwipeArrows, useSwipe } from './swipe.tsx';

interface ZoomDialogProps {
  open: boolean;
  onClose: () => void;
  name: string;
  images: readonly string[];
  picture: Pick<ComponentProps<typeof ProductPicture>, 'name' | 'brand' | 'category' | 'eager'>;
  /** The picture to begin with. */
  start: number;
  /** Called when it closes, with the picture shown last. */
  onShow: (index: number) => void;
}

/** The pictures on the whole screen. A press shows them larger, and a finger, the mouse or the arrow keys move them. */
export const ZoomDialog = ({ open, onClose, name, ...content }: ZoomDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    size="lg"
    phone="full"
    title={`${name}, enlarged`}
    hideTitle
    bodyClassName="flex"
  >
    <ZoomedPictures {...content} />
  </Dialog>
);

const ZoomedPictures = ({ images, picture, start, onShow }: Omit<ZoomDialogProps, 'open' | 'onClose' | 'name'>) => {
  const swipe = useSwipe(start);
  const toggle = useRef<HTMLButtonElement>(null);
  const [near, setNear] = useState<Point | null>(null);
  const { at } = swipe;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is new with each drawing
  useLayoutEffect(() => {
    onShow(at);
  }, [at]);
  const leave = () => {
    setNear(null);
    toggle.current?.focus();
  };
  const shown = (index: number) => (
    <ProductPicture {...picture} image={images[index]} sizes="950px" className="size-full [&>img]:object-contain!" />
  );
  return (
    <div className="relative h-full min-h-0 w-full bg-well sm:h-[calc(100dvh-5rem)]">
      <div inert={near !== null} className="size-full">
        <Swipe {...swipe} count={images.length} className="size-full">
          {(index) => (
            <button
              type="button"
              aria-label={`Zoom in on picture ${index + 1} of ${images.length}`}
              onClick={(event) => setNear(pointOf(event))}
              className="block size-full cursor-zoom-in -outline-offset-4!"
            >
              {shown(index)}
            </button>
          )}
        </Swipe>
        <SwipeArrows {...swipe} count={images.length} />
      </div>
      {near && (
        <NearPicture point={near} label={`Zoom out of picture ${at + 1} of ${images.length}`} onLeave={leave}>
          {shown(at)}
        </NearPicture>
      )}
      <Button
        ref={toggle}
        data-autofocus
        onClick={() => (near ? leave() : setNear(MIDDLE))}
        className="absolute! bottom-4 left-1/2 -translate-x-1/2 text-sm"
      >
        {near ? <ZoomOut aria-hidden className="size-4.5" /> : <ZoomIn aria-hidden className="size-4.5" />}
        {near ? 'Zoom out' : 'Zoom in'}
      </Button>
    </div>
  );
};

/** A point of a picture, as shares of its width and height. */
type Point = readonly [number, number];
const MIDDLE: Point = [0.5, 0.5];

const pointOf = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLElement>): Point => {
  // A key has no point.
  if (detail === 0) return MIDDLE;
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return [(clientX - left) / width, (clientY - top) / height];
};

interface NearPictureProps {
  /** The point that is in the middle at first. */
  point: Point;
  label: string;
  onLeave: () => void;
  children: ReactNode;
}

/** A picture larger than its frame, which scrolls. A finger and keys scroll it anyway, the mouse drags it. */
const NearPicture = ({ point, label, onLeave, children }: NearPictureProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const dragged = useRef(false);
  useLayoutEffect(() => {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = frame.current!;
    frame.current!.scrollTo(point[0] * scrollWidth - clientWidth / 2, point[1] * scrollHeight - clientHeight / 2);
    button.current!.focus({ preventScroll: true });
  }, [point]);
  const drag = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
    dragged.current = true;
    frame.current!.scrollBy(-event.movementX, -event.movementY);
  };
  return (
    <div ref={frame} className="no-scrollbar absolute inset-0 overflow-auto overscroll-contain bg-well">
      <button
        ref={button}
        type="button"
        aria-label={label}
        onPointerDown={() => {
          dragged.current = false;
        }}
        onPointerMove={drag}
        onClick={() => {
          if (!dragged.current) onLeave();
        }}
        className="block size-[240%] cursor-zoom-out -outline-offset-4!"
      >
        {children}
      </button>
    </div>
  );
};
