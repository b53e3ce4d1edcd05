/** Why a document is left to the tolerant reader. */
export class Refusal extends Error {}

export function refuse(why: string): never {
  throw new Refusal(why);
}
