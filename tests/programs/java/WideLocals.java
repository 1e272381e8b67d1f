// what: iinc, wide locals, and loops over more than 255 locals' worth of values
class WideLocals {
    static int wide() {
        long a0=0,a1=1,a2=2,a3=3,a4=4,a5=5,a6=6,a7=7,a8=8,a9=9,b0=10,b1=11,b2=12,b3=13,b4=14,b5=15,b6=16,b7=17,b8=18,b9=19,c0=20,c1=21,c2=22,c3=23,c4=24,c5=25,c6=26,c7=27,c8=28,c9=29,d0=30,d1=31,d2=32,d3=33,d4=34,d5=35,d6=36,d7=37,d8=38,d9=39,e0=40,e1=41,e2=42,e3=43,e4=44,e5=45,e6=46,e7=47,e8=48,e9=49,f0=50,f1=51,f2=52,f3=53,f4=54,f5=55,f6=56,f7=57,f8=58,f9=59,g0=60,g1=61,g2=62,g3=63,g4=64,g5=65,g6=66,g7=67,g8=68,g9=69,h0=70,h1=71,h2=72,h3=73,h4=74,h5=75,h6=76,h7=77,h8=78,h9=79,i0=80,i1=81,i2=82,i3=83,i4=84,i5=85,i6=86,i7=87,i8=88,i9=89,j0=90,j1=91,j2=92,j3=93,j4=94,j5=95,j6=96,j7=97,j8=98,j9=99,k0=100,k1=101,k2=102,k3=103,k4=104,k5=105,k6=106,k7=107,k8=108,k9=109,l0=110,l1=111,l2=112,l3=113,l4=114,l5=115,l6=116,l7=117,l8=118,l9=119,m0=120,m1=121,m2=122,m3=123,m4=124,m5=125,m6=126,m7=127,m8=128,m9=129;
        int beyond = 5;
        double real = 1.5;
        Object object = "o";
        float single = 2.5f;
        beyond += 3;
        beyond += 30000;
        beyond--;
        for (int i = 0; i < 300; i++) beyond += i;
        real += beyond;
        single *= 2;
        return (int) (a0 + b5 + c9 + m9 + j3 + beyond + real + single) + object.toString().length();
    }
    public static void main(String[] args) {
        int a = 0;
        a += 127; a += 128; a -= 128; a += 32767; a -= 32768; a += 40000; a++; --a;
        System.out.println(wide() + " " + a);
    }
}
