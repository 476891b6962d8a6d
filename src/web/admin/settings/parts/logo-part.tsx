import { ImagePlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { errorText } from '#contract/errors.ts';
import { PICTURE_MAX_BYTES } from '#domain/item-pictures.ts';
import { useShop } from '../../../api/queries/settings.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/field.tsx';
import { fieldId, lookOf } from '../setting-fields.ts';
import { useSection } from '../use-section.ts';
import { keepLogo } from '../values-of-section.ts';
import { LogoPreview } from './logo-preview.tsx';

/** Returns the problem of a file as a logo, or null. The shop checks it again when it is saved. */
const fileProblem = async (file: File): Promise<string | null> => {
  if (/svg/i.test(file.type) || /\.svgz?$/i.test(file.name)) {
    return 'An SVG can contain a script, so the shop takes none. Save it as a PNG, and choose that.';
  }
  if (file.size > PICTURE_MAX_BYTES) return errorText('picture_too_large');
  const picture = await createImageBitmap(file).catch(() => null);
  picture?.close();
  return picture ? null : errorText('picture_refused');
};

/** The logo of the shop, and how the one that was chosen will look (behavior 11.12). It is saved with its section. */
export const LogoPart = () => {
  const { name } = useShop();
  const { change, discard, fieldOf } = useSection();
  const { value, saved, error, isChanged } = fieldOf('logo');
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useId();
  const typedName = fieldOf('SHOP_NAME').value?.trim() || name;

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const found = await fileProblem(file);
    setProblem(found ?? undefined);
    if (!found) change('logo', keepLogo(file));
    // So that the same file can be chosen again.
    if (input.current) input.current.value = '';
  };
  const remove = () => {
    setProblem(undefined);
    if (value !== saved || saved === null) discard(['logo']);
    else change('logo', null);
    // The pressed button is gone.
    input.current?.focus();
  };

  return (
    <Field
      id={fieldId('logo')}
      row
      label={lookOf('logo').label}
      hint="Beside the name of your shop, at the gate and in the header. A PNG, JPEG, WebP, GIF or AVIF of up to 15 MB; one without a background looks best."
      error={problem ?? error}
      below={
        <>
          {isChanged && value === null && (
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
              Will be removed when you save.
              <button type="button" className="link py-0.5 pointer-coarse:py-2" onClick={() => discard(['logo'])}>
                Keep it
              </button>
            </p>
          )}
          {value !== null && <LogoPreview logo={value} name={typedName} />}
        </>
      }
    >
      {(ties) => (
        <section
          aria-label="Picture of the logo"
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
          }}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            void choose(event.dataTransfer.files[0]);
          }}
          className={cx(
            'flex items-center gap-4 rounded-card border border-dashed p-3',
            isOver ? 'border-accent bg-accent-wash' : 'border-edge',
          )}
        >
          {value === null ? (
            <DrawnSign />
          ) : (
            <img src={value} alt="The logo" className="size-20 shrink-0 rounded-control bg-well object-contain p-2" />
          )}
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <div className="relative flex flex-wrap items-center gap-2">
              <input
                ref={input}
                type="file"
                accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
                {...ties}
                aria-labelledby={`${ties.id}-label ${button}`}
                onChange={(event) => void choose(event.target.files?.[0])}
                className="peer sr-only"
              />
              <label
                id={button}
                htmlFor={ties.id}
                className={cx(
                  buttonClass({ size: 'sm' }),
                  'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-text',
                )}
              >
                <ImagePlus aria-hidden className="size-4" />
                Choose picture
              </label>
              {value !== null && (
                <Button size="sm" variant="ghost" onClick={remove}>
                  Remove
                </Button>
              )}
            </div>
            <p className="text-xs text-muted pointer-coarse:hidden">
              {isOver ? 'Let go to use this picture.' : 'Or drag a file here.'}
            </p>
          </div>
        </section>
      )}
    </Field>
  );
};

/** The sign of the software, which stands for the shop until it has a logo. It has the accent of the shop. */
const DrawnSign = () => (
  <svg
    role="img"
    aria-label="No logo: the drawn sign of the software"
    viewBox="64 64 384 384"
    className="size-20 shrink-0 rounded-control bg-well p-2 text-accent-text"
  >
    <g fill="none" stroke="currentColor" strokeWidth="20" strokeLinejoin="round" strokeLinecap="round">
      <path d="M120 404V244a136 136 0 0 1 272 0v160z" />
      <path d="M120 260h272M256 260V108M256 260L160 148M256 260l96-112" strokeWidth="12" opacity=".6" />
    </g>
    <path
      d="M256 404c-4-60 24-104 84-116 6 62-22 108-84 116zm0 0c2-44-20-78-68-90-4 48 20 84 68 90z"
      fill="currentColor"
    />
  </svg>
);
