import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { Endpoint, GivenInputOf, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { createActionKey } from '../api/action-key.ts';
import { ApiError, type CallOptions, call, isUnconfirmed, messageOf } from '../api/client.ts';

type Schema<Values extends FieldValues, Checked> = Parameters<
  typeof standardSchemaResolver<Values, unknown, Checked>
>[0];
type Form<Values extends FieldValues, Checked> = UseFormReturn<Values, unknown, Checked>;

/** Overrides how a failure is shown. */
interface ShownFailure<Values extends FieldValues> {
  /** The field that shows the message instead of the whole form. */
  field?: Path<Values> | undefined;
  message?: string;
  /** The field that gets the focus, with its text selected. */
  focus?: Path<Values>;
}

interface EndpointFormOptions<E extends Endpoint, Values extends FieldValues, Checked, Data> {
  /** Checks the fields. By default the endpoint's input. */
  schema?: Schema<Values, Checked>;
  defaultValues?: NoInfer<DefaultValues<Values>>;
  /** Values from outside. Fields follow them until the person types. */
  values?: NoInfer<Values>;
  /** Turns the checked values into the input of the call, if they differ. */
  toInput?: (values: Checked) => GivenInputOf<E>;
  /** Replaces the plain call, if saving is more than that. Sending the same values again takes the same key. */
  send?: (values: Checked, idempotencyKey: string) => Promise<Data>;
  onDone: (data: Data, form: Form<Values, Checked>, checked: Checked) => void | Promise<void>;
  /** The message if no response comes. */
  fallback: string;
  /** The field that shows the error of a code. */
  errorFields?: Partial<Record<ErrorCode, NoInfer<Path<Values>>>>;
  /** Called with each failed call. Can change what the form shows. */
  onFailure?: (error: unknown, form: Form<Values, Checked>) => NoInfer<ShownFailure<Values>> | undefined;
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
  Values extends FieldValues = NonNullable<GivenInputOf<E>>,
  Checked = NonNullable<InputOf<E>>,
  Data = NonNullable<OutputOf<E>>,
>(
  endpoint: E,
  options: EndpointFormOptions<E, Values, Checked, Data>,
) => {
  const { defaultValues, values, toInput, onDone, fallback, errorFields, onFailure, onInvalid, leavesPage } = options;
  const schema = options.schema ?? (endpoint.input as unknown as Schema<Values, Checked>);
  const form = useForm<Values, unknown, Checked>({
    resolver: standardSchemaResolver(schema),
    ...(defaultValues && { defaultValues }),
    ...(values && { values, resetOptions: { keepDirtyValues: true } }),
  });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;

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
    form.setError(field ?? 'root', { message: message ?? fallback }, { shouldFocus: field !== undefined });
    if (focus) form.setFocus(focus, { shouldSelect: true });
  };
  const submit = form.handleSubmit(async (checked) => {
    let data: Data;
    try {
      data = await actionKey.send(JSON.stringify(checked), (key) => (options.send ?? callEndpoint)(checked, key));
    } catch (error) {
      showFailure(error);
      return;
    }
    await onDone(data, form, checked);
  }, onInvalid);

  return {
    form,
    submit: (event: React.FormEvent) => void submit(event),
    isBusy: isSubmitting || (isSubmitSuccessful && leavesPage === true),
    /** The props that connect an input with a field. */
    field: (name: Path<Values>) => ({
      ...form.register(name),
      error: (errors as Record<string, { message?: string } | undefined>)[name]?.message,
    }),
    /** The error of the whole form. */
    failure: errors.root?.message,
  };
};
