import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Setting } from '#contract/settings.admin.ts';
import { settingsQuery } from '../../api/queries/settings.admin.ts';
import { Field } from '../../ui/field.tsx';
import { newPasswordHint, PasswordField } from '../../ui/password-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { invitesAddress } from '../panel-links.ts';
import { FieldState } from './field-state.tsx';
import { helpOf } from './setting-fields.ts';
import { useSection } from './use-section.ts';

/** How the setting says that nobody is asked for a code (behavior 12.4). */
const OFF = 'off';

/** The access code of the gate, and the choice to ask for one. With `says` instead of its sentence, only the code. */
export const AccessCodeField = ({ setting, says }: { setting: Setting; says: string | undefined }) => {
  const { name } = setting;
  const { change, fieldOf } = useSection();
  const { id, value, error } = fieldOf(name);
  const isOff = useQuery(settingsQuery).data?.invitesOnly === true;
  const [wanted, setWanted] = useState(!isOff);
  const isAsked = says !== undefined || (value === null ? !isOff : wanted);
  const ask = (asks: boolean) => {
    setWanted(asks);
    change(name, asks || isOff ? '' : OFF);
  };
  return (
    <>
      {says === undefined && (
        <Field
          // A search leads to what is there.
          id={isAsked ? `${id}-asked` : id}
          label="Ask for an access code"
          hint={
            <>
              One code for everybody, typed at the gate. Without it, people come in only with an{' '}
              <Link href={invitesAddress} className="link">
                invite
              </Link>
              .
            </>
          }
          error={isAsked ? undefined : error}
          row="small"
        >
          {(ties) => (
            <Switch {...ties} checked={isAsked} onChange={({ target }) => ask(target.checked)} className="self-start" />
          )}
        </Field>
      )}
      {isAsked && (
        <PasswordField
          id={id}
          label="Access code"
          hint={error ? newPasswordHint(error) : (says ?? helpOf(name))}
          error={error}
          row
          autoComplete="new-password"
          value={value ?? ''}
          onChange={(event) => change(name, event.target.value)}
          placeholder={isOff ? 'None yet' : 'Set. Type to replace it.'}
          below={
            isOff && says === undefined ? (
              <p className="text-sm text-muted">Type a code and save it. Until then, only invites open the gate.</p>
            ) : (
              <FieldState setting={setting} />
            )
          }
        />
      )}
    </>
  );
};
