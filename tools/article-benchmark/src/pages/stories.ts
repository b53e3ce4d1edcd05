/** An article without its page: what an engine should find, in the order of reading. */
export interface Story {
  title: string;
  author: string;
  paragraphs: readonly string[];
}

const story = (title: string, author: string, text: string): Story => ({
  title,
  author,
  paragraphs: text
    .trim()
    .split(/\n\s*/)
    .map((line) => line.trim()),
});

/** Written for this benchmark, in the manner of what feeds lead to. */
export const STORIES: readonly Story[] = [
  story(
    'Ferry returns to the northern islands',
    'Mara Lind',
    `After three winters without a regular connection, the ferry to the northern islands sailed again on Monday morning, with forty passengers, two lorries and a piano on board.
    The route had been closed when the old ship failed her inspection and nobody wanted to pay for another one. Since then the islanders had depended on a mail boat that takes nine people in good weather and none in bad.
    "My daughter started school on the mainland and came home four times in a year," said a farmer who watched the ship come in from the pier. "Now she can come home every Friday, and I can sell cheese that is younger than she is."
    The new ship was built for a lake and had to be strengthened for the open sea, which took eleven months longer than planned and cost almost twice as much. The county defended the choice: a ship made for the route would have cost four times the sum.
    Until the end of October she sails twice a day, in winter once. A single ticket costs six crowns, bicycles travel free, and dogs pay what their owners think is fair.`,
  ),
  story(
    'What a sourdough starter does at night',
    'Ivo Brandt',
    `Put a spoon of flour and a spoon of water into a jar, wait for a week, and something moves in: first bacteria that smell of old socks, then others that make acid, and at last the yeasts that can live with it.
    The order matters, because each tenant prepares the house for the next. In the first two days the jar foams as if it were ready, and most people who give up do so on the third, when the foam is gone and nothing seems to happen.
    What happens is that the acid rises. Most of the early bacteria die of it, and the few yeasts that came with the grain begin to multiply without competition. On the fifth day the smell turns from socks to apples.
    Temperature decides who wins. Kept warm, a starter becomes mild and quick; kept cool, it becomes slow and sharp. Neither is better, but a baker who moves the jar from the oven to the windowsill changes the bread without knowing why.
    If you remember one rule, make it this one: feed it before it collapses, not after.`,
  ),
  story(
    'Council votes to keep the old swimming hall',
    'Dana Okoro',
    `The council has decided by a single vote not to sell the old swimming hall in Mill Street, ending an argument that has lasted since the roof was closed to visitors four years ago.
    A developer had offered to build sixty flats on the site and a smaller pool on the ground floor. The finance committee recommended the sale in March; a petition against it collected eleven thousand signatures in six weeks.
    The deciding vote came from a councillor who had not been expected at the meeting. She arrived ten minutes before the end, wet from the rain, and said that she had learned to swim there and so had everybody she knew.
    Repairs will cost about nine million, of which the region pays a third. The hall is to open again in two years, with new changing rooms and, after a long debate about a short line in the plans, with the old diving tower.`,
  ),
  story(
    'How we moved our message queue without stopping it',
    'Petra Novak',
    `Last spring our message queue was seven years old, ran on hardware that nobody dared to restart, and carried every order, refund and e-mail of the shop. This is how we replaced it while it was running, and what we would do differently.
    The first idea was to write to both queues and read from the new one. It fails as soon as a consumer is slow: the two sides drift apart, and after an hour nobody can say which messages have been handled twice.
    Instead we put a small bridge between the two. Producers kept writing to the old queue; the bridge moved each message to the new one, acknowledged it only when the new queue had stored it, and remembered the last thousand identifiers to drop repeats.
    Consumers moved one after another. For each of them we stopped the old reader, waited until its part of the queue was empty, and started the new one. The longest pause was four seconds, and no customer noticed.
    Only then did the producers move, and the bridge ran dry by itself. We kept it for a month, out of superstition, and then switched it off on a Tuesday afternoon.
    The expensive part was not the code. It was finding out which of the forty consumers still had an owner.`,
  ),
  story(
    'Rare heron seen in the harbour basin',
    'Joon Park',
    `A heron that has not been seen in the region since 1987 has spent the last three days in the harbour basin, fishing between the pontoons of the rowing club and paying no attention to the people who came to look at it.
    Ornithologists believe that the storm of last week carried the bird north from the delta. It is young, probably hatched this spring, and seems to be in good health.
    The harbour master has asked owners of boats to keep away from the eastern pontoons until the bird leaves. "It has right of way," he said. "It is a sailing vessel."`,
  ),
  story(
    'The library that lends out tools',
    'Sofia Reyes',
    `On the second floor of the town library, between the atlases and the children's books, stands a shelf with drills. There are also two chain saws, a sewing machine, nineteen bicycle pumps and a device for measuring the damp in walls.
    Anybody with a library card can borrow them for two weeks. The idea came from a librarian who had bought a drill for a single hole and found out that seven of her neighbours had done the same.
    In its first year the shelf was lent out four thousand times. Only three things did not come back, and one of them was returned after a year with a note of apology and a new blade.
    The most wanted object is neither a drill nor a saw but a machine for making pasta, for which there is a waiting list of two months.
    Other towns have begun to copy the shelf. The librarian advises them to start small, to write down who knows how to repair what, and never to lend out ladders, because nobody agrees on who is to blame when someone falls.`,
  ),
  story(
    'Neue Brücke über die Aller freigegeben',
    'Heike Sommer',
    `Nach vier Jahren Bauzeit ist am Samstag die neue Brücke über die Aller für den Verkehr freigegeben worden. Hunderte Menschen kamen zu Fuß, bevor am Mittag die ersten Autos fuhren.
    Die alte Brücke stammte aus dem Jahr 1936 und durfte zuletzt nur noch einspurig befahren werden. Lastwagen mussten einen Umweg von achtzehn Kilometern nehmen, was vor allem die Betriebe im Süden der Stadt belastet hatte.
    Der Neubau kostete rund vierzehn Millionen Euro, zwei Millionen mehr als geplant. Als Grund nannte das Bauamt den schlechten Baugrund am Nordufer, der erst nach Beginn der Arbeiten erkannt wurde.
    Neu ist ein breiter Weg für Radfahrer auf beiden Seiten. Die alte Brücke wird im Herbst abgerissen; einen Teil des Geländers bekommt das Stadtmuseum.`,
  ),
  story(
    '山あいの駅に図書室ができた',
    '高橋 美咲',
    `一日に六本しか列車が止まらない山あいの駅に、小さな図書室ができた。使われなくなった待合室を地元の人たちが半年かけて直し、本棚を作り、八百冊の本を並べた。
    きっかけは、列車を待つ高校生が寒い冬に外で本を読んでいたことだったという。駅の近くで食堂を営む女性が声をかけ、町の人から本を集め始めた。
    貸し出しに手続きはない。読みたい本を持って列車に乗り、読み終わったら返すだけだ。返ってこない本もあるが、かわりに知らない本が増えていることも多い。
    「本は旅をしているのだと思います」と女性は話す。今では本を借りるために、わざわざ隣の県から列車で来る人もいる。`,
  ),
  story(
    'Мост через реку открыли после ремонта',
    'Анна Волкова',
    `В субботу утром после двухлетнего ремонта открылся старый мост через реку. Первыми по нему прошли жители левого берега, которым всё это время приходилось ездить в объезд.
    Рабочие заменили настил и укрепили опоры, а фонари и чугунные перила восстановили по чертежам, найденным в городском архиве. На это ушло почти вдвое больше времени, чем предполагали.
    По словам главного инженера, самым трудным оказался не металл, а лёд: две зимы подряд он сдвигал временные опоры, и часть работы приходилось начинать заново.
    Движение автобусов по мосту начнётся в понедельник. Грузовикам въезд по-прежнему запрещён.`,
  ),
  story(
    'Why the night trains are full again',
    'Luc Moreau',
    `Ten years ago the night train was a thing of the past, kept alive by railway enthusiasts and a handful of lines that nobody had got round to closing. This summer it is easier to find a table in a good restaurant than a berth to the coast.
    Prices are part of the explanation, but not the largest one. Whoever compares a berth with a flight and a night in a hotel finds that the two have always been close. What has changed is that the train has become the thing one tells about.
    The railways were not prepared for this. Sleeping cars are built to order, take four years to deliver, and must satisfy the rules of every country they cross, down to the colour of the emergency lamps.
    So the new night trains are made of old parts: couchettes from the eighties, repainted, with sockets screwed to the panelling. Passengers do not seem to mind. They photograph the panelling.
    Whether it lasts depends on a dull question, namely who pays for the tracks at night, when the freight trains want them too.`,
  ),
];
