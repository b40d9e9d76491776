/**
 * Vowels before which « de » and « que » lose theirs. A silent h cannot be told from an aspirated
 * one, so « de Hugo » keeps its vowel.
 */
const ELIDES = /^(?:[aeiouàâäéèêëîïôöùûüœæ]|y[^aeiouàâéèêëîïôù])/iu;

/** « de Camille », « d’Inès », « d’Yves ». */
export const ofName = (name: string): string => (ELIDES.test(name) ? `d’${name}` : `de ${name}`);

/** « que Camille », « qu’Inès ». */
export const thatName = (name: string): string => (ELIDES.test(name) ? `qu’${name}` : `que ${name}`);
