import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Mark } from './parts/Icon.js';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <main>
      <Mark />
      <h1>Feedwarden</h1>
    </main>
  </StrictMode>,
);
