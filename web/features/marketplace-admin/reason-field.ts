/** Every decision of an admin asks why. */
export const reasonField = {
  label: 'Motif',
  hint: 'Gardé dans le journal, avec votre nom.',
  requiredMessage: 'Indiquez un motif',
};
