import { errorWords } from '../api/clients.js';
import { CrawlerSilence } from '../api/connection.js';
import { Card } from '../parts/controls.js';
import { AddForm } from './AddForm.js';
import styles from './add.module.css';
import { hostOf, withScheme } from './addresses.js';
import { Found } from './Found.js';
import { Steps } from './Steps.js';
import { useDiscovery } from './use-discovery.js';

interface Props {
  url: string;
  onAdded: () => void;
}

/** One look at one address: its steps as they happen, then what can be added. */
export function Look({ url, onAdded }: Props) {
  const { steps, discovery, error } = useDiscovery(url);
  if (error instanceof CrawlerSilence) return <WithoutCrawler url={url} onAdded={onAdded} />;
  if (error !== null) return <p role="alert">{errorWords(error)}</p>;
  return (
    <>
      <Steps given={url} steps={steps} discovery={discovery} />
      {discovery && <Found given={url} discovery={discovery} onAdded={onAdded} />}
    </>
  );
}

function WithoutCrawler({ url, onAdded }: Props) {
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
