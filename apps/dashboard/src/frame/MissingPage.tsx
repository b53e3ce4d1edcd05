import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { errorWords } from '../api/clients.js';
import { Button, buttonClass, Card } from '../parts/controls.js';
import styles from './frame.module.css';

export function MissingPage() {
  return (
    <main>
      <Card className={styles.message}>
        <h1>There is nothing at this address.</h1>
        <Link to="/" className={buttonClass()}>
          Go to the overview
        </Link>
      </Card>
    </main>
  );
}

/** A mistake of ours, or a part of the page that could not be loaded. */
export function BrokenPage({ error }: ErrorComponentProps) {
  return (
    <main>
      <Card className={styles.message}>
        <h1>This page could not be shown.</h1>
        <p className="muted">{errorWords(error)}</p>
        <Button look="primary" onClick={() => location.reload()}>
          Load it again
        </Button>
      </Card>
    </main>
  );
}
