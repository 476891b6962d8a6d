import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorText } from '#contract/errors.ts';
import { PICTURE_MAX_BYTES } from '#domain/item-pictures.ts';
import { isUnconfirmed, messageOf } from '../../../api/client.ts';
import { deleteLogo, uploadLogo } from '../../../api/queries/settings.admin.ts';
import { useShop } from '../../../api/queries/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { controlClass, Field } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { lookOf } from '../setting-fields.ts';

const FAILED = 'Failed to save the logo';

/** The logo of the shop (behavior 11.12). It is stored as soon as it is chosen. */
export const LogoPart = () => {
  const queryClient = useQueryClient();
  const { logo } = useShop();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const change = useMutation({
    mutationFn: (file: File | null) => (file ? uploadLogo(queryClient, file) : deleteLogo(queryClient)),
    onSuccess: (_, file) => toast({ title: file ? 'Logo saved' : 'Logo removed', kind: 'success' }),
    onError: (error) => {
      if (!isUnconfirmed(error)) setProblem(messageOf(error, FAILED));
    },
    onSettled: () => {
      // So that the same file can be chosen again.
      if (input.current) input.current.value = '';
    },
  });
  const choose = (file: File | undefined) => {
    if (!file || change.isPending) return;
    if (file.size > PICTURE_MAX_BYTES) return setProblem(errorText('picture_too_large'));
    setProblem(undefined);
    change.mutate(file);
  };
  return (
    <Field
      id="setting-logo"
      row
      label={lookOf('logo').label}
      hint="A picture beside the name of the shop, at the gate and in the headers. It is saved at once."
      error={problem}
      below={
        logo && (
          <div className="flex items-center gap-4">
            <img src={logo} alt="The logo now" className="h-14 max-w-40 rounded-control bg-well object-contain p-1.5" />
            <Button size="sm" busy={change.isPending} onClick={() => change.mutate(null)}>
              Remove
            </Button>
          </div>
        )
      }
    >
      {(ties) => (
        <input
          ref={input}
          type="file"
          accept="image/*"
          {...ties}
          onChange={(event) => choose(event.target.files?.[0])}
          className={`${controlClass} py-1.5 text-sm file:mr-3 file:h-8 file:rounded-control file:border file:border-edge file:bg-raised file:px-3 file:text-sm file:font-medium file:text-text`}
        />
      )}
    </Field>
  );
};
