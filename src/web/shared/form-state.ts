import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { type NeededText, problemOfText } from '#domain/needed-text.ts';
import { typedNumber } from '#domain/number-rules.ts';

/** A schema of any library that follows Standard Schema. */
export interface StandardSchema<Values, Checked> {
  readonly '~standard': {
    readonly validate: (value: unknown) => CheckResult<Checked> | Promise<CheckResult<Checked>>;
    /** Only for the compiler. */
    readonly types?: { readonly input: Values; readonly output: Checked } | undefined;
  };
}

type CheckResult<Checked> =
  | { readonly value: Checked; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };
interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type FormValues = Record<string, unknown>;
export type FieldName<Values> = Extract<keyof Values, string>;

interface RegisterOptions {
  /** The value is a number. An empty field is NaN. */
  valueAsNumber?: boolean;
}

const ROOT = 'root';

/** The first message of each field. An issue of no field belongs to the whole form. */
const errorsOf = (issues: readonly Issue[]): Record<string, string> => {
  const errors: Record<string, string> = {};
  for (const { message, path } of issues) {
    const first = path?.[0];
    const name = String(typeof first === 'object' ? first.key : (first ?? ROOT));
    errors[name] ??= message;
  }
  return errors;
};

const write = (field: Field, value: unknown): void => {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === true;
  else field.value = value === undefined || Number.isNaN(value) ? '' : String(value);
};

const read = (field: Field, { valueAsNumber }: RegisterOptions): unknown => {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked;
  if (valueAsNumber) return typedNumber(field.value);
  return field.value;
};

interface FormOptions<Values, Checked> {
  schema: StandardSchema<Values, Checked>;
  defaultValues?: Partial<Values> | undefined;
  /** Values from outside. Fields follow them until the person types. */
  values?: Values | undefined;
}

/**
 * The state of a form whose fields hold their own values. Fields are checked when the form is sent, and from then on
 * with each change.
 */
export const useFormState = <Values extends FormValues, Checked>(options: FormOptions<Values, Checked>) => {
  const { schema, defaultValues, values: outside } = options;
  const [, redraw] = useState(0);
  const [form] = useState(() => new FormState<Values, Checked>(() => redraw((count) => count + 1)));
  form.schema = schema;
  const isFirst = useRef(true);
  if (isFirst.current) {
    isFirst.current = false;
    form.start({ ...defaultValues, ...outside });
  }
  const followed = outside && JSON.stringify(outside);
  useEffect(() => {
    if (followed !== undefined) form.follow(JSON.parse(followed));
  }, [form, followed]);
  return form;
};

interface GetValues<Values> {
  (): Values;
  <Name extends FieldName<Values>>(name: Name): Values[Name];
}

export class FormState<Values extends FormValues, Checked> {
  schema!: StandardSchema<Values, Checked>;
  errors: Record<string, string> = {};
  isSubmitting = false;
  isSubmitSuccessful = false;
  #isSubmitted = false;
  #defaults: FormValues = {};
  #values: FormValues = {};
  readonly #fields = new Map<
    string,
    { element: Field | null; ref: (element: Field | null) => void; options: RegisterOptions }
  >();
  readonly #redraw: () => void;

  constructor(redraw: () => void) {
    this.#redraw = redraw;
  }

  start(values: FormValues): void {
    this.#defaults = values;
    this.#values = { ...values };
  }

  /** Takes new values from outside, except where the person has typed. */
  follow(values: FormValues): void {
    for (const [name, value] of Object.entries(values)) {
      if (this.#values[name] === this.#defaults[name]) this.#set(name, value);
    }
    this.#defaults = { ...this.#defaults, ...values };
    this.#redraw();
  }

  get isDirty(): boolean {
    return Object.keys(this.#values).some((name) => this.#values[name] !== this.#defaults[name]);
  }

  /** The props that connect an element with a field. */
  register(name: FieldName<Values>, options: RegisterOptions = {}) {
    let field = this.#fields.get(name);
    if (field === undefined) {
      const created = {
        element: null as Field | null,
        options,
        // One function for all renders, because React would detach and attach the element for another one.
        ref: (element: Field | null) => {
          if (element && element !== created.element) write(element, this.#values[name]);
          created.element = element;
        },
      };
      field = created;
      this.#fields.set(name, field);
    }
    return {
      name,
      ref: field.ref,
      onChange: ({ target }: ChangeEvent<Field>) => {
        this.#values[name] = read(target, options);
        if (this.#isSubmitted) void this.#checkAgain(name);
        this.#redraw();
      },
    };
  }

  /** All values, or that of one field. A property, so that it can be taken out of the form, like `reset`. */
  readonly getValues: GetValues<Values> = (name?: string) =>
    (name === undefined ? { ...this.#values } : this.#values[name]) as never;

  watch<Name extends FieldName<Values>>(name: Name): Values[Name] {
    return this.#values[name] as Values[Name];
  }

  setValue<Name extends FieldName<Values>>(name: Name, value: Values[Name]): void {
    this.#set(name, value);
    this.#redraw();
  }

  /** Shows a message at a field, or at the whole form. */
  setError(name: FieldName<Values> | typeof ROOT, message: string): void {
    this.errors = { ...this.errors, [name]: message };
    this.#fields.get(name)?.element?.focus();
    this.#redraw();
  }

  clearErrors(): void {
    this.errors = {};
    this.#redraw();
  }

  /** Moves the focus to a field and selects its text. */
  select(name: FieldName<Values>): void {
    const element = this.#fields.get(name)?.element;
    element?.focus();
    if (element instanceof HTMLInputElement) element.select();
  }

  /** Goes back to the values at the start, or begins with others. */
  readonly reset = (values: FormValues = this.#defaults): void => {
    this.#defaults = values;
    for (const name of new Set([...Object.keys(this.#values), ...Object.keys(values)])) this.#set(name, values[name]);
    this.errors = {};
    this.#isSubmitted = false;
    this.isSubmitSuccessful = false;
    this.#redraw();
  };

  /** Checks the fields. Then calls `onValid`, or shows what is wrong and moves the focus to the first such field. */
  async submit(event: FormEvent, onValid: (checked: Checked) => Promise<void>, onInvalid?: () => void): Promise<void> {
    event.preventDefault();
    event.stopPropagation();
    this.isSubmitting = true;
    this.isSubmitSuccessful = false;
    this.#isSubmitted = true;
    // Some password managers fill fields without an event.
    for (const [name, { element, options }] of this.#fields) if (element) this.#values[name] = read(element, options);
    this.#redraw();
    const result = await this.schema['~standard'].validate({ ...this.#values });
    try {
      if (result.issues) {
        this.errors = errorsOf(result.issues);
        for (const [name, { element }] of this.#fields) {
          if (!this.errors[name] || !element) continue;
          element.focus();
          break;
        }
        onInvalid?.();
      } else {
        this.errors = {};
        // What the shop said of the last try is not about this one.
        this.#redraw();
        await onValid(result.value);
        this.isSubmitSuccessful = Object.keys(this.errors).length === 0;
      }
    } finally {
      this.isSubmitting = false;
      this.#redraw();
    }
  }

  #set(name: string, value: unknown): void {
    this.#values[name] = value;
    const element = this.#fields.get(name)?.element;
    if (element) write(element, value);
  }

  async #checkAgain(name: string): Promise<void> {
    const result = await this.schema['~standard'].validate({ ...this.#values });
    const { [name]: _, ...others } = this.errors;
    const message = result.issues && errorsOf(result.issues)[name];
    this.errors = message === undefined ? others : { ...others, [name]: message };
    this.#redraw();
  }
}

/** Checks a form of texts that have to be typed. The way to the list needs no more, so it loads no library for schemas. */
export const neededTexts = <Name extends string>(
  rules: Record<Name, NeededText>,
): StandardSchema<Record<Name, string>, Record<Name, string>> => ({
  '~standard': {
    validate: (typed) => {
      const value = typed as Record<Name, string>;
      const issues = (Object.keys(rules) as Name[]).flatMap((name) => {
        const message = problemOfText(value[name], rules[name]);
        return message === null ? [] : [{ message, path: [name] }];
      });
      return issues.length > 0 ? { issues } : { value };
    },
  },
});
