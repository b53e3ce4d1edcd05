import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect } from 'react';
import { type Crawler, errorWords } from '../api/clients.js';
import { askCrawler, CrawlerSilence } from '../api/connection.js';
import { useCrawler } from '../api/crawler-data.js';
import { Button, buttonClass, Card } from '../parts/controls.js';
import { TextField } from '../parts/fields.js';
import { Icon } from '../parts/Icon.js';
import { useTitle } from '../parts/use-title.js';
import { AddForm } from './AddForm.js';
import styles from './add.module.css';
import { hostOf, withScheme } from './addresses.js';
import { Found } from './Found.js';

/** One field for any address; what is there is shown before anything is added. */
export function AddPage() {
  useTitle('Add a source');
  const { url = '' } = useSearch({ from: '/framed/add' });
  const navigate = useNavigate();
  const crawler = useCrawler();
  const queries = useQueryClient();
  const look = useMutation({
    mutationFn: (given: string) => askCrawler(() => (crawler as Crawler).discover({ url: given })),
  });
  const { mutate, reset } = look;
  useEffect(() => {
    if (url && crawler) mutate(url);
    else reset();
  }, [url, crawler, mutate, reset]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('url') ?? '').trim();
    if (given === url) mutate(given);
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
          <Button type="submit" look="primary" disabled={look.isPending}>
            Look what is there
          </Button>
        </form>
        {look.isPending && (
          <p className={styles.looking} role="status">
            Asking {url}: its answer, the feeds it names, and what a first poll would store…
          </p>
        )}
      </Card>
      {look.error instanceof CrawlerSilence ? (
        <WithoutCrawler url={url} onAdded={added} />
      ) : (
        look.error && <p role="alert">{errorWords(look.error)}</p>
      )}
      {look.data && <Found key={look.submittedAt} given={url} discovery={look.data} onAdded={added} />}
    </>
  );
}

function WithoutCrawler({ url, onAdded }: { url: string; onAdded: () => void }) {
  return (
    <Card title="The crawler does not answer" className={styles.result}>
      <div className={styles.inside}>
        <p>What is at this address cannot be looked at now. It can be added all the same.</p>
        <AddForm
          suggestion={{ name: hostOf(url), type: 'rss', feedUrl: withScheme(url), siteUrl: null }}
          onAdded={onAdded}
        />
      </div>
    </Card>
  );
}
