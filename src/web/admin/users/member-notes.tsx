import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addMemberNote as addMemberNoteEndpoint,
  MAX_MEMBER_NOTE_LENGTH,
  memberNoteInput,
} from '#contract/users.admin.ts';
import { useFailure } from '../../api/failure.ts';
import { addMemberNote, memberNotesQuery } from '../../api/queries/users.admin.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { useUnsaved } from '../../shared/unsaved-forms.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { ListFailure } from '../lists/paged-list.tsx';
import { NoteText } from '../note-text.tsx';
import { useMay } from '../panel-role.ts';

/** The private notes about a member, newest first, and a field for the next one (behavior 3.22). */
export const MemberNotes = ({ userId }: { userId: string }) => {
  const mayWrite = useMay('orders.write');
  const answer = useQuery(memberNotesQuery(userId));
  const failure = useFailure(answer);
  const { data: notes } = answer;
  return (
    <div className="flex flex-col gap-4">
      {mayWrite && <AddNote userId={userId} />}
      {notes ? (
        notes.length > 0 && (
          <ol aria-label="Notes" className="flex flex-col gap-3 text-sm">
            {notes.map((note) => (
              <li key={note.id}>
                <NoteText note={note} />
              </li>
            ))}
          </ol>
        )
      ) : failure ? (
        <ListFailure {...failure} failed="Failed to load the notes" />
      ) : (
        <SkeletonText lines={2} />
      )}
    </div>
  );
};

const AddNote = ({ userId }: { userId: string }) => {
  const queryClient = useQueryClient();
  const { form, submit, field, failure, isBusy } = useEndpointForm(addMemberNoteEndpoint, {
    schema: memberNoteInput,
    defaultValues: { text: '' },
    send: ({ text }, key) => addMemberNote(queryClient, userId, text, key),
    onDone: (_, { reset }) => reset({ text: '' }),
    fallback: 'Failed to add the note',
  });
  useUnsaved('Note', form.isDirty);
  const isEmpty = (form.getValues().text ?? '').trim() === '';
  return (
    <form aria-label="Add note" onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TextArea
        label="New note"
        hint="Only the panel shows it. It is deleted with the account."
        rows={2}
        boxClassName="min-h-16 [field-sizing:content] max-h-80"
        maxLength={MAX_MEMBER_NOTE_LENGTH}
        {...field('text')}
      />
      <FormFailure text={failure} />
      <Button type="submit" size="sm" busy={isBusy} disabled={isEmpty} className="self-start">
        Add note
      </Button>
    </form>
  );
};
