import { cx } from '../../../ui/cx.ts';

/** How a logo looks at the gate, and in the header of both looks: what is dark cannot be seen on a dark page. */
export const LogoPreview = ({ logo, name }: { logo: string; name: string }) => (
  <div className="grid grid-cols-2 gap-3">
    <figure className="flex min-w-0 flex-col gap-1">
      <div className="flex h-27 flex-col items-center justify-center gap-1.5 rounded-t-[3rem] rounded-b-control border border-line bg-ground px-3 pt-2">
        <img src={logo} alt="" className="h-10 w-full object-contain" />
        <span className="max-w-full truncate text-lg leading-tight font-bold tracking-tight text-text">{name}</span>
      </div>
      <figcaption className="text-xs text-muted">At the gate</figcaption>
    </figure>
    <figure className="flex min-w-0 flex-col gap-1">
      <div className="flex h-27 flex-col gap-1.5">
        <Header logo={logo} name={name} className="bg-shade text-shade-ink" />
        <Header logo={logo} name={name} className="bg-shade-ink text-shade" />
      </div>
      <figcaption className="text-xs text-muted">In the header, dark and light</figcaption>
    </figure>
  </div>
);

const Header = ({ logo, name, className }: { logo: string; name: string; className: string }) => (
  <div className={cx('flex min-h-0 flex-1 items-center gap-2 rounded-control border border-line px-2.5', className)}>
    <img src={logo} alt="" className="size-7 shrink-0 object-contain" />
    <span className="truncate font-bold tracking-tight">{name}</span>
  </div>
);
