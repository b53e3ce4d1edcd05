import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button, buttonClass, Card } from '../parts/controls.js';
import { TextField } from '../parts/fields.js';
import { Icon } from '../parts/Icon.js';
import { useTitle } from '../parts/use-title.js';
import styles from './add.module.css';
import { Look } from './Look.js';

/** One field for any address; what is there is shown before anything is added. */
export function AddPage() {
  useTitle('Add a source');
  const { url = '' } = useSearch({ from: '/framed/add' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [looks, setLooks] = useState(0);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('url') ?? '').trim();
    if (given === url) setLooks((count) => count + 1);
    else void navigate({ to: '/add', search: given ? { url: given } : {} });
  }
  const added = () => {
    void queries.resetQueries({ queryKey: ['sources'] });
    void queries.invalidateQueries({ queryKey: ['overview'] });
  };
  return (
    <>
      <div className={styles.title}>
        <h1>Add a source</h1>
        <Link to="/import" className={buttonClass()}>
          <Icon name="upload" />
          Import OPML
        </Link>
      </div>
      <Card>
        <form key={url} className={styles.look} onSubmit={submit}>
          <TextField
            label="Address of a feed, or of a page that has one"
            name="url"
            defaultValue={url}
            placeholder="example.org"
            inputMode="url"
            spellCheck={false}
            autoComplete="url"
            required
          />
          <Button type="submit" look="primary">
            Look what is there
          </Button>
        </form>
      </Card>
      {url && <Look key={`${looks} ${url}`} url={url} onAdded={added} />}
    </>
  );
}
