import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { forgetGate } from '../../browser/storage.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { Door } from '../gate/door.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';

type Form = 'login' | 'register';

/** Behind the gate, not signed in: choose between login and registering (specification §2, stages 3 to 5). */
export default function Entrance() {
  const [form, setForm] = useState<Form | null>(null);
  usePageTitle(form === 'login' ? 'Login' : form === 'register' ? 'Register' : undefined);
  // Coming back, the focus stands on the button that led away.
  const [left, setLeft] = useState<Form | null>(null);
  const back = () => {
    setLeft(form);
    setForm(null);
  };
  return (
    <Door compact={form === 'register'}>
      {form === 'login' && <LoginForm onBack={back} />}
      {form === 'register' && <RegisterForm onBack={back} />}
      {form === null && <Chooser left={left} onChoose={setForm} />}
    </Door>
  );
}

const Chooser = ({ left, onChoose }: { left: Form | null; onChoose: (form: Form) => void }) => {
  const backToGate = () => {
    forgetGate();
    window.location.reload();
  };
  return (
    <div className="appear flex flex-col gap-3">
      <p className="-mt-3 mb-3 text-center text-muted">Select an option to continue</p>
      <Button variant="primary" size="lg" wide autoFocus={left === 'login'} onClick={() => onChoose('login')}>
        Login
      </Button>
      <Button size="lg" wide autoFocus={left === 'register'} onClick={() => onChoose('register')}>
        Register
      </Button>
      <Button variant="ghost" size="sm" className="mt-3 self-center" onClick={backToGate}>
        <ArrowLeft aria-hidden className="size-4" />
        Go Back to Initial Auth
      </Button>
    </div>
  );
};
