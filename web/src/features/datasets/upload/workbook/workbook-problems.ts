/** Why a workbook is not read if it takes too long or would become too much. */
export const TOO_LARGE = 'The workbook is too large to be read here. Save the sheet as CSV.';
