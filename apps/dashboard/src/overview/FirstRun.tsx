import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { Button, buttonClass, Card } from '../parts/controls.js';
import { TextField } from '../parts/fields.js';
import { Icon } from '../parts/Icon.js';
import { headline } from '../words/headline.js';
import own from './first-run.module.css';
import styles from './overview.module.css';

/** There are no sources: the ways in. */
export default function FirstRun() {
  const navigate = useNavigate();
  function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const url = String(new FormData(event.currentTarget).get('url') ?? '').trim();
    if (url) void navigate({ to: '/add', search: { url } });
  }
  return (
    <>
      <h1 className={styles.say}>{headline(0, 0)}</h1>
      <p className={styles.rest}>
        Give it the address of a feed, or of a page that has one: you see what is there before anything is
        added.
      </p>
      <div className={own.ways}>
        <Card title="One feed">
          <form className={own.way} onSubmit={look}>
            <TextField
              label="Address"
              name="url"
              placeholder="example.org"
              inputMode="url"
              autoComplete="url"
            />
            <Button type="submit" look="primary">
              Look what is there
            </Button>
          </form>
        </Card>
        <Card title="All feeds of another reader">
          <div className={own.way}>
            <p>Every feed reader exports its list as an OPML file.</p>
            <Link to="/import" className={buttonClass()}>
              <Icon name="upload" />
              Import OPML
            </Link>
          </div>
        </Card>
      </div>
    </>
  );
}
