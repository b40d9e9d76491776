/**
 * Where the build puts the segmentation model and its program. The build fails when another version
 * of the package is installed, so that the address changes with the content and may be cached for
 * ever.
 */
export const SEGMENTATION_VERSION = '2023.2.0';
export const SEGMENTATION_PATH = `/assets/virtual-background-${SEGMENTATION_VERSION}`;

/**
 * The files that the model loads on a processor with SIMD, which every browser that can replace
 * frames requires.
 */
export const SEGMENTATION_FILES = [
  'selfie_segmentation.binarypb',
  // The model that the program loads first, before it is told to use the one for wide pictures.
  'selfie_segmentation.tflite',
  'selfie_segmentation_landscape.tflite',
  'selfie_segmentation_solution_simd_wasm_bin.js',
  'selfie_segmentation_solution_simd_wasm_bin.wasm',
] as const;
