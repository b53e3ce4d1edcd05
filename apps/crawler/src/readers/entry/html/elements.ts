const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const VOID = names('area base br col embed hr img input link meta param source track wbr');
export const INVISIBLE = names('script style template noscript iframe');
export const BLOCKS = names(
  'address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody td tfoot th thead tr ul',
);
