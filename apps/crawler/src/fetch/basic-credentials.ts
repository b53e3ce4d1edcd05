/** The credentials of a URL as a header; none when it carries none. */
export function basicCredentials({ username, password }: URL): { authorization?: string } {
  if (!username && !password) return {};
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`);
  return { authorization: `Basic ${credentials.toString('base64')}` };
}

/** A percent sign that encodes nothing stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
