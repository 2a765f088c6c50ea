import java.util.Scanner;

/** A small Reborn player in Java: drops every pack on the lowest pair of columns. */
public class RebornSimple {
    static int[] readField(Scanner in) {
        int[] height = new int[10];
        for (int cell = 0; cell < 160; cell++) if (in.nextInt() != 0) height[cell % 10]++;
        in.next(); // END
        return height;
    }

    public static void main(String[] args) {
        System.out.println("simple-java");
        System.out.flush();
        Scanner in = new Scanner(new java.io.BufferedInputStream(System.in));
        for (int i = 0; i < 500 * 5; i++) in.next();
        while (in.hasNext()) {
            int turn = in.nextInt();
            in.nextInt();
            in.nextInt();
            int gauge = in.nextInt();
            in.nextInt();
            int[] height = readField(in);
            for (int i = 0; i < 4; i++) in.nextInt();
            readField(in);
            int best = 0;
            for (int p = 1; p < 9; p++)
                if (height[p] + height[p + 1] < height[best] + height[best + 1]) best = p;
            System.out.println(gauge >= 80 ? "S" : best + " " + turn % 4);
            System.out.flush();
        }
    }
}
