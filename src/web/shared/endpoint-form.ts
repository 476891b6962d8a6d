import { useState } from 'react';
import type { Endpoint, GivenInputOf, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { createActionKey } from '../api/action-key.ts';
import { ApiError, type CallOptions, call, isUnconfirmed, messageOf } from '../api/client.ts';
import { type FieldName, type FormState, type FormValues, type StandardSchema, useFormState } from './form-state.ts';

/** Overrides how a failure is shown. */
interface ShownFailure<Values extends FormValues> {
  /** The field that shows the message instead of the whole form. */
  field?: FieldName<Values> | undefined;
  message?: string;
  /** The field that gets the focus, with its text selected. */
  focus?: FieldName<Values>;
}

interface EndpointFormOptions<E extends Endpoint, Values extends FormValues, Checked, Data> {
  /** Checks the fields. The pages have no schemas of endpoints (build/slim-contract.ts). */
  schema: StandardSchema<Values, Checked>;
  defaultValues?: NoInfer<Partial<Values>>;
  /** Values from outside. Fields follow them until the person types. */
  values?: NoInfer<Values>;
  /** Turns the checked values into the input of the call, if they differ. */
  toInput?: (values: Checked) => GivenInputOf<E>;
  /** Replaces the plain call, if saving is more than that. Sending the same values again takes the same key. */
  send?: (values: Checked, idempotencyKey: string) => Promise<Data>;
  onDone: (data: Data, form: FormState<Values, Checked>, checked: Checked) => void | Promise<void>;
  /** The message if no response comes. */
  fallback: string;
  /** The field that shows the error of a code. */
  errorFields?: Partial<Record<ErrorCode, NoInfer<FieldName<Values>>>>;
  /** Called with each failed call. Can change what the form shows. */
  onFailure?: (error: unknown, form: FormState<Values, Checked>) => NoInfer<ShownFailure<Values>> | undefined;
  /** Called if a field is not valid, in addition to the message at the field. */
  onInvalid?: () => void;
  /** Success leaves the page: the form stays busy until then. */
  leavesPage?: boolean;
}

/**
 * A form that makes one call: it checks the fields, sends them, and shows what is wrong at the field or below the form.
 */
export const useEndpointForm = <
  E extends Endpoint,
  Values extends FormValues = NonNullable<GivenInputOf<E>>,
  Checked = NonNullable<InputOf<E>>,
  Data = NonNullable<OutputOf<E>>,
>(
  endpoint: E,
  options: EndpointFormOptions<E, Values, Checked, Data>,
) => {
  const { schema, defaultValues, values, toInput, onDone, fallback, errorFields, onFailure, onInvalid, leavesPage } =
    options;
  const form = useFormState<Values, Checked>({ schema, defaultValues, values });

  const [actionKey] = useState(createActionKey);
  const callEndpoint = (checked: Checked, idempotencyKey: string) => {
    const body = toInput ? toInput(checked) : checked;
    return call<Endpoint>(endpoint, { body, fallback, idempotencyKey } as CallOptions<Endpoint>) as Promise<Data>;
  };
  const showFailure = (error: unknown) => {
    // The person canceled the question who they are. The form stays as it is.
    if (isUnconfirmed(error)) return;
    const code = error instanceof ApiError ? error.code : undefined;
    const byDefault = { field: code && errorFields?.[code], message: messageOf(error, fallback) };
    const { field, message, focus }: ShownFailure<Values> = { ...byDefault, ...onFailure?.(error, form) };
    form.setError(field ?? 'root', message ?? fallback);
    if (focus) form.select(focus);
  };
  const send = async (checked: Checked) => {
    let data: Data;
    try {
      data = await actionKey.send(JSON.stringify(checked), (key) => (options.send ?? callEndpoint)(checked, key));
    } catch (error) {
      showFailure(error);
      // The shop has the values after all, once the person has logged in again.
      if (error instanceof ApiError) {
        void error.afterLogin?.then(async (repeated) => {
          if (!repeated) return;
          form.clearErrors();
          await onDone(repeated.data as Data, form, checked);
        });
      }
      return;
    }
    await onDone(data, form, checked);
  };

  return {
    form,
    submit: (event: React.FormEvent) => void form.submit(event, send, onInvalid),
    isBusy: form.isSubmitting || (form.isSubmitSuccessful && leavesPage === true),
    /** The props that connect an input with a field. */
    field: (name: FieldName<Values>) => ({ ...form.register(name), error: form.errors[name] as string | undefined }),
    /** The error of the whole form. */
    failure: form.errors.root,
  };
};
