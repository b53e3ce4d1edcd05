/** One column of a table of traits, by the names of its rows. */
export function columnOf<
  Table extends Record<string, object>,
  Trait extends PropertyKey & keyof Table[keyof Table],
>(table: Table, trait: Trait): { [Row in keyof Table]: Table[Row][Trait & keyof Table[Row]] } {
  const cells = Object.entries(table).map(([row, traits]) => [
    row,
    (traits as Record<Trait, unknown>)[trait],
  ]);
  return Object.fromEntries(cells);
}
