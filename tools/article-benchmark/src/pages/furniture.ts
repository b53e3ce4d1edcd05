/** What stands around articles: words that an engine must leave out. */
export const MENU = [
  'Home',
  'World',
  'Politics',
  'Business',
  'Culture',
  'Sport',
  'Weather',
  'Opinion',
  'Subscribe',
];

export const RELATED = [
  'Five gardens that you can visit without a car this weekend',
  'The mayor explains why the bus no longer stops at the market',
  'Readers tell us about their first day at work',
  'What we know about the fire in the old mill, and what we do not',
  'Interview: "I never wanted to be a lighthouse keeper"',
];

export const COMMENTS = [
  'I have lived here for thirty years and have seen three plans like this one. Each was announced on a Monday, celebrated on a Tuesday and forgotten by the end of the month. I would be glad to be wrong this time, but I have kept the newspaper cuttings in a drawer and I will take them out again next year.',
  'Thank you for this. It would have been useful to hear more about the costs, because the figures that were printed in the free paper last week were quite different, and nobody at the information desk could say which of them are right.',
  'The commenter above forgets that the situation was entirely different at that time. There was no money, there was no plan, and the people in charge had never been there. I was, and I can tell you that it rained through the ceiling.',
  'My grandmother used to say that a thing worth doing is worth waiting for. She also used to say that people who wait for too long catch a cold. I am not sure which of the two applies here, but I thought of her when I read it.',
  'Could somebody explain to me why this is news? In my town we have had the same for ages, it works, nobody writes about it, and the sun comes up every morning. Perhaps that is the trick: do it, and do not write about it.',
];

export const NEWSLETTER =
  'Get the most important stories of the day in your inbox every evening at six. You can unsubscribe at any time with one click. We never share your address.';

export const COOKIES =
  'We and our 812 partners store and access information on your device, such as cookies and unique identifiers, and process personal data to serve advertisements, to measure their success, to understand our audience and to develop products. With your permission we may use precise location data. You may change your choices at any time in the settings, withdraw your consent or object to processing based on legitimate interest.';

export const LEGAL =
  'All rights reserved. Reproduction of any part of this site without written permission is prohibited. Prices include value added tax where it applies. The publisher is not responsible for the content of other sites. Complaints can be sent to the editorial office within four weeks of publication, in writing, naming the article and the passage concerned.';

export const AUTHOR_BOX =
  'has written for this paper since 2014. Before that he or she studied history, worked on a ship and sold bread. Write to the editorial office if you have a story that should be told.';

export const CAPTIONS = [
  'The scene on Monday morning, seen from the pier. Photo: Archive',
  'A view from last year, before the work began. Photo: private',
  'Visitors on the first day. Photo: Agency',
];

export const nav = (items: readonly string[] = MENU) =>
  `<ul>${items.map((item) => `<li><a href="/${item.toLowerCase().replaceAll(' ', '-')}">${item}</a></li>`).join('')}</ul>`;
export const relatedLinks = (count = RELATED.length) =>
  `<ul>${RELATED.slice(0, count)
    .map((title, index) => `<li><a href="/related/${index}">${title}</a></li>`)
    .join('')}</ul>`;
export const shareBar =
  '<a href="#">Share on this network</a> <a href="#">Share on that network</a> <a href="#">Copy link</a> <a href="#">Print</a>';
export const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join('\n');
export const comments = (count = COMMENTS.length) =>
  COMMENTS.slice(0, count)
    .map(
      (text, index) =>
        `<div class="comment"><b>reader${index}</b> <span>2 hours ago</span><p>${text}</p><a href="#">Reply</a></div>`,
    )
    .join('\n');
export const figure = (index: number) =>
  `<figure><img src="/images/${index}.jpg" alt="Picture"><figcaption>${CAPTIONS[index % CAPTIONS.length]}</figcaption></figure>`;
