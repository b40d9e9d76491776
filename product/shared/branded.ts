declare const brand: unique symbol;

/**
 * A `Base` that only its own constructor function makes: cents never pass for milliseconds. Costs
 * nothing at run time.
 */
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };
