import { Dialog } from '../parts/Dialog.js';
import { LoginCard } from './LoginCard.js';

/** The log-in has ended while the page was open: after the next one it goes on where it was. */
export default function LoginAgain({ onDone }: { onDone: () => void }) {
  return (
    <Dialog title="Log in again" onClose={() => {}} isFirm>
      <LoginCard onDone={onDone} />
    </Dialog>
  );
}
