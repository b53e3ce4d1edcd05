/** As people write addresses: without a scheme it is https. */
export const withScheme = (url: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`;
export const hostOf = (url: string): string => {
  try {
    return new URL(withScheme(url)).host;
  } catch {
    return url;
  }
};
