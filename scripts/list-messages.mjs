// Prints every text that people can meet, one a line with its place, so that the vocabulary can be read in one go:
//   node scripts/list-messages.mjs              all of it
//   node scripts/list-messages.mjs log error    log messages; texts of errors and refusals
//   node scripts/list-messages.mjs api text     what the API documents say; all other sentences (CLI, reasons …)
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { sourceFiles } from './source-files.mjs';

const ROOT = join(import.meta.dirname, '..');
const KINDS = ['log', 'error', 'api', 'text'];
const LEVEL = /^(trace|debug|info|warn|error|fatal)$/;
const LOG_CALL = /\blog(ger)?\??\.(trace|debug|info|warn|error|fatal)$/i;
const PROPERTIES = { description: 'api', summary: 'api', log: 'log', message: 'error', error: 'error' };
const SENTENCE = /[a-z]{2,}[,:;]? ["'…]?[a-z]/i;

const wanted = process.argv.length > 2 ? process.argv.slice(2) : KINDS;
const messages = sourceFiles(ROOT)
  .filter((path) => !path.includes('/testing/'))
  .flatMap(messagesOf);
for (const kind of KINDS.filter((kind) => wanted.includes(kind))) {
  const ofKind = messages.filter((message) => message.kind === kind);
  console.log(`\n== ${kind} (${ofKind.length})`);
  for (const { text, place } of ofKind.sort((a, b) => (a.text < b.text ? -1 : 1)))
    console.log(`${text}\t${place}`);
}

function messagesOf(path) {
  const file = ts.createSourceFile(
    path,
    readFileSync(join(ROOT, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found = [];
  const visit = (node, kind) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)) return;
    const text = textOf(node);
    if (
      text !== null &&
      (SENTENCE.test(text) || (kind === 'log' && /^[a-z]+$/.test(text) && !LEVEL.test(text)))
    ) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push({ kind, text: text.replaceAll(/[\s\p{Cc}]+/gu, ' '), place: `${path}:${line + 1}` });
    }
    node.forEachChild((child) => visit(child, kindWithin(node, child, kind) ?? kind));
  };
  visit(file, 'text');
  return found;
}

/** What a text below `child` is for, when `node` says so. */
function kindWithin(node, child, kind) {
  if (ts.isFunctionLike(node)) return 'text';
  if (ts.isThrowStatement(node)) return 'error';
  if (ts.isPropertyAssignment(node) && child === node.initializer)
    return kind === 'log' ? kind : PROPERTIES[node.name.getText()];
  if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) return 'error';
  if (ts.isCallExpression(node) && child !== node.expression) {
    const callee = node.expression.getText();
    if (LOG_CALL.test(callee)) return 'log';
    if (/\.describe$/.test(callee)) return 'api';
    if (/\.refine$|[Pp]roblem|^refuse|Error$/.test(callee)) return 'error';
  }
}

/** A string or a template, its values as `…`. */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}
